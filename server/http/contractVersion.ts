import type { FastifyInstance } from 'fastify';
import { CONTRACT_VERSION, VERSION_HEADER } from '../../contract/http/route.ts';
import { ApiError } from './apiError.ts';
import { isApiUrl } from './apiUrl.ts';

/** Sends the contract's version with every API answer, and refuses a client of an unsupported version. */
export function registerContractVersion(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isApiUrl(request.url)) {
      reply.header(VERSION_HEADER, String(CONTRACT_VERSION));
      checkContractVersion(request.headers[VERSION_HEADER.toLowerCase()]);
    }
    done();
  });
}

/** @throws {ApiError} for a version that is too old or newer than the server's */
export function checkContractVersion(header: string | string[] | undefined, ours = CONTRACT_VERSION): void {
  if (header === undefined) return;
  const version = typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : NaN;
  if (Number.isNaN(version)) throw new ApiError(400, `${VERSION_HEADER} must be a version number.`);
  if (version < ours - 1) {
    throw new ApiError(400, 'This app is out of date. Please reload it.', { code: 'app_outdated' });
  }
  if (version > ours) {
    throw new ApiError(503, 'The server is being updated. Please try again soon.', {
      code: 'server_outdated',
      retryAfter: 30,
    });
  }
}
