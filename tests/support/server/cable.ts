import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A cable between the tested server and a PostgreSQL server. */
export interface Cable {
  /** The address of the PostgreSQL server at this end of the cable. */
  url: string;
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Keeps all connections and passes nothing on. */
  hang(): void;
  /** Works again. */
  mend(): Promise<void>;
  /** Ends it. */
  remove(): Promise<void>;
}

/** A loopback port that passes everything on to the PostgreSQL server at `url`. */
export async function cableTo(url: string): Promise<Cable> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let hangs = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!hangs) to.write(bytes);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  async function cut(): Promise<void> {
    if (!server.listening) return;
    const closed = new Promise((done) => server.close(done));
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  await listen(0);
  const { port } = server.address() as AddressInfo;
  const near = new URL(url);
  near.port = String(port);
  return {
    url: near.href,
    cut,
    hang: () => {
      hangs = true;
    },
    mend: async () => {
      hangs = false;
      if (!server.listening) await listen(port);
    },
    remove: cut,
  };
}
