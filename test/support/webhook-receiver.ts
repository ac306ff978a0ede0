import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedPost {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** An address of this machine that notes what it is told. */
export async function receive(status: number) {
  const posts: ReceivedPost[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    posts.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(status).end();
  });
  server.on('connection', () => connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    posts,
    connections: () => connections,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/told?by=athanor`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
