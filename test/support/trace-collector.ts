import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** As much of OTLP in JSON as the tests look at. */
interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status: { readonly code: number; readonly message?: string };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: object }[] };
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

/** Takes what is sent to it, as a collector does. */
export async function startCollector() {
  const received: Export[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') received.push((await json(request)) as Export);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    services: () => received.flatMap(({ resourceSpans }) => resourceSpans).map(({ resource }) => resource.attributes),
    spans: () =>
      received.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
      ),
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

/** Where a caller is in its own trace. */
export const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
