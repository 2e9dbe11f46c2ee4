import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * The name and the options of a cookie of ours. With the prefix, browsers accept it only over HTTPS from this host, not from a
 * neighbouring one.
 */
export function cookieFor(app: FastifyInstance, request: FastifyRequest, name: string) {
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(request.hostname);
  // Not in production, where a proxy may send localhost as the host of every request.
  const secure = app.context.configuration.production || !local;
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  return { name: secure ? `__Host-${name}` : name, options };
}

/**
 * The value of a cookie of ours. SameSite=Strict excludes other sites, and this check excludes other hosts of the same site,
 * unless they are on the allow-list.
 */
export function readCookie(app: FastifyInstance, request: FastifyRequest, name: string): string | undefined {
  const { headers, cookies } = request;
  const from = headers['sec-fetch-site'];
  const foreign = from === 'same-site' || from === 'cross-site';
  const allowed = app.context.configuration.CORS_ORIGINS.includes(headers.origin ?? '');
  return foreign && !allowed ? undefined : cookies[cookieFor(app, request, name).name];
}
