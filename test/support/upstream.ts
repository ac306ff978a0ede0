import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Upstream extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Paths that were asked for. */
  readonly asked: readonly string[];
}

/** A web server of this machine from which files are imported. */
export async function startUpstream(listener: RequestListener): Promise<Upstream> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
