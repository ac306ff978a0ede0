import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { failure } from './envelope.ts';
import { type ErrorCode, ServiceError } from './errors.ts';
import type { Log } from './log.ts';

export interface HttpLimits {
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly timeoutCheckMs: number;
  readonly headerCount: number;
  readonly connections: number;
  readonly lingerMs: number;
  readonly lingerBytes: number;
}

/** Resolves when the request has been handled, whether or not its answer has been sent. Never rejects. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** How often lingering connections, and idle ones of a stopping server, are checked. */
const POLL_MS = 50;

/** The socket side of the service: time-outs, early refusals, envelopes for invalid HTTP, and draining. */
export class HttpServer {
  readonly #server: Server;
  readonly #limits: HttpLimits;
  readonly #responses = new Map<Socket, ServerResponse>();
  readonly #handling = new Set<Promise<void>>();
  readonly #sockets = new Set<Socket>();
  #draining = false;

  constructor(limits: HttpLimits, log: Log) {
    this.#limits = limits;
    const server = createServer({
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
      // Node would answer without an envelope; `requireHost` checks it instead.
      requireHostHeader: false,
    });
    server.maxHeadersCount = limits.headerCount;
    server.maxConnections = limits.connections;
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on('checkExpectation', (_request, response) => refuseExpectation(response));
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      // Without the stack: the client is at fault, and there may be many.
      log[error.code === 'ECONNRESET' ? 'debug' : 'info'](
        { code: error.code, reason: error.message },
        'invalid request',
      );
      answerBrokenRequest(error, socket, this.#responses.get(socket));
    });
    this.#server = server;
  }

  get draining(): boolean {
    return this.#draining;
  }

  /** Starts to listen, and serves requests with the handler. Rejects when the address cannot be used. */
  async listen(
    handler: Handler,
    { port, host }: { readonly port: number; readonly host: string },
  ): Promise<AddressInfo> {
    const handle = (request: IncomingMessage, response: ServerResponse): void => {
      this.#track(request, response);
      const handling = handler(request, response).finally(() => this.#handling.delete(handling));
      this.#handling.add(handling);
    };
    this.#server.on('request', handle);
    // `Expect: 100-continue`: the same checks run first. The reader of the body requests it.
    this.#server.on('checkContinue', handle);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once('error', reject);
    this.#server.listen(port, host, resolve);
    await promise;
    this.#server.off('error', reject);
    return this.#server.address() as AddressInfo;
  }

  /**
   * Accepts no new connections, lets running requests end, and closes each connection when it becomes idle. After
   * `maxMs` the remaining connections are closed.
   */
  async drain(maxMs: number): Promise<void> {
    this.#draining = true;
    for (const response of this.#responses.values())
      if (!response.headersSent) response.setHeader('Connection', 'close');
    const { promise, resolve } = Promise.withResolvers<void>();
    // A single call would miss connections that are busy now and become idle later.
    const closeIdle = (): void => {
      this.#server.closeIdleConnections();
      // Node takes one that has never sent anything for busy: clients open some in advance.
      for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
    };
    const idle = setInterval(closeIdle, POLL_MS);
    const hard = setTimeout(() => this.#server.closeAllConnections(), maxMs);
    this.#server.close(() => resolve());
    closeIdle();
    await promise;
    clearInterval(idle);
    clearTimeout(hard);
  }

  /** Waits for requests whose connections are already closed: they still clean up. */
  async settled(): Promise<void> {
    await Promise.all(this.#handling);
  }

  #track(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.#responses.set(socket, response);
    if (this.#draining) response.setHeader('Connection', 'close');
    response.once('finish', () => {
      if (!request.complete) this.#linger(request);
    });
    response.once('close', () => {
      if (this.#responses.get(socket) === response) this.#responses.delete(socket);
    });
  }

  /**
   * After an early refusal the rest of the body is read for a while, so that the client can finish writing and read the
   * answer. Closing with unread data would reset the connection, and the answer would be lost.
   */
  #linger(request: IncomingMessage): void {
    const { socket } = request;
    const startBytes = socket.bytesRead;
    const start = performance.now();
    const timer = setInterval(() => {
      if (request.complete || socket.destroyed) return clearInterval(timer);
      const over =
        performance.now() - start > this.#limits.lingerMs || socket.bytesRead - startBytes > this.#limits.lingerBytes;
      if (!over) return undefined;
      clearInterval(timer);
      return socket.destroy();
    }, POLL_MS);
    timer.unref();
  }
}

function refuseExpectation(response: ServerResponse): void {
  const message = 'The Expect header asks for something other than 100-continue. Remove it.';
  const { headers, body } = plainAnswer(new ServiceError({ code: 'expectation_failed', message }));
  response.writeHead(417, headers).end(body);
}

const BROKEN_REQUESTS: Readonly<Record<string, { readonly code: ErrorCode; readonly message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'upload_too_slow',
    message: 'The request was not received in time. Try again over a faster connection.',
  },
  HPE_HEADER_OVERFLOW: { code: 'headers_too_large', message: 'The headers are too large. Shorten them.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    code: 'headers_too_large',
    message: 'The chunk extensions are too large. Remove them.',
  },
};

const MALFORMED = {
  code: 'malformed_request',
  message: 'The request is not valid HTTP/1.1. Check how it is written.',
} as const;

/** Invalid HTTP never reaches the application, so the envelope is written to the socket directly. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, response: ServerResponse | undefined): void {
  if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) {
    socket.destroy();
    return;
  }
  const refusal = new ServiceError(BROKEN_REQUESTS[error.code ?? ''] ?? MALFORMED);
  const { headers, body } = plainAnswer(refusal);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${refusal.status} ${refusal.code}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () =>
    socket.destroy(),
  );
}

function plainAnswer(error: ServiceError): { headers: Record<string, string>; body: string } {
  const requestId = randomUUID();
  const body = JSON.stringify(failure(error, requestId));
  return {
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
    },
  };
}
