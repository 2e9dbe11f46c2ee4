import type { FastifyRequest } from 'fastify';
import { ApiError } from '../apiError.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** @throws {ApiError} 400 for a key that is no UUID */
export function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !UUID.test(key)) throw new ApiError(400, 'Idempotency-Key must be a UUID.');
  return key.toLowerCase();
}
