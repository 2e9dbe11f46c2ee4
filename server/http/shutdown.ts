import type { FastifyInstance } from 'fastify';

/** In milliseconds: less than the 10 seconds that container runtimes grant. */
const LONGEST_GOODBYE = 8000;

/**
 * Gives the function that stops the server in order: no new requests, the running ones answered, then every
 * connection closed. What is still arriving after 8 seconds is given up: its sender keeps it and sends it again.
 */
export function stopping(app: FastifyInstance): () => Promise<void> {
  let running = 0;
  app.server.on('request', (_request, response) => {
    running += 1;
    response.once('close', () => (running -= 1));
  });

  return async () => {
    const latest = Date.now() + LONGEST_GOODBYE;
    // Browsers open connections ahead of need; one that never carried a request would stay open for ever.
    const hurry = setInterval(() => {
      if (running === 0 || Date.now() > latest) app.server.closeAllConnections();
    }, 100);
    await app.close();
    clearInterval(hurry);
  };
}
