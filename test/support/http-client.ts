import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { FailureEnvelope, SuccessEnvelope } from '../../server/envelope.ts';
import { checkAnswer } from './interface-check.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
  /** `data` of a success; throws when the answer is a failure. */
  data<Data>(): Data;
  /** The failure envelope; throws when the answer is a success. */
  readonly failure: FailureEnvelope;
}

export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: Buffer | string;
  readonly signal?: AbortSignal;
}

/** One request on a connection of its own. Its answer is held against the interface document. */
export async function call(url: string, { method, headers, body, signal }: Call = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const verb = method ?? (body === undefined ? 'GET' : 'POST');
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const request = httpRequest(url, { method: verb, headers: { ...length, ...headers }, agent: false, signal });
  request.on('error', reject);
  request.on('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const answer = answerOf(response.statusCode!, response.headers, Buffer.concat(chunks));
      try {
        const contentType = answer.headers['content-type'] ?? '';
        checkAnswer({ method: verb, url, status: answer.status, contentType, text: answer.text });
        resolve(answer);
      } catch (error) {
        reject(error as Error);
      }
    });
  });
  request.end(body);
  return promise;
}

export function answerOf(status: number, headers: IncomingHttpHeaders, body: Buffer): Answer {
  return {
    ...{ status, headers, body },
    get text() {
      return body.toString();
    },
    data<Data>() {
      const envelope = JSON.parse(body.toString()) as SuccessEnvelope<Data>;
      if (envelope.success !== true) throw new Error(`expected a success, but received ${status} ${body.toString()}`);
      return envelope.data;
    },
    get failure() {
      const envelope = JSON.parse(body.toString()) as FailureEnvelope;
      if (envelope.success !== false) throw new Error(`expected a failure, but received ${status} ${body.toString()}`);
      return envelope;
    },
  };
}

export interface Part {
  readonly name: string;
  readonly value: Buffer | string;
  readonly fileName?: string;
}

const BOUNDARY = 'athanor-test-boundary';

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A multipart body, written by hand so that tests decide every byte of it. */
export function form(...parts: readonly Part[]): Buffer {
  return Buffer.concat([...parts.map(encodePart), Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export function encodePart({ name, value, fileName }: Part): Buffer {
  const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`;
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]);
}

/** A bare connection, for what no HTTP client would send. */
export interface RawConnection extends AsyncDisposable {
  readonly socket: Socket;
  write(data: string | Buffer): void;
  /** Everything received until the server closes the connection, or until the text has this in it. */
  received(until?: string): Promise<string>;
}

export async function rawConnection(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  const { promise: connected, resolve, reject } = Promise.withResolvers<void>();
  socket.once('connect', resolve);
  socket.once('error', reject);
  await connected;
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => {}); // a reset is an answer too: tests look at what came before it
  return {
    socket,
    write: (data) => void socket.write(data),
    received: (until) => {
      const arrived = Promise.withResolvers<string>();
      const look = (): void => {
        if (until !== undefined && text.includes(until)) arrived.resolve(text);
      };
      look();
      socket.on('data', look);
      socket.once('close', () => arrived.resolve(text));
      if (socket.destroyed) arrived.resolve(text);
      return arrived.promise;
    },
    async [Symbol.asyncDispose]() {
      if (socket.closed) return;
      const closed = Promise.withResolvers<void>();
      socket.once('close', () => closed.resolve());
      socket.destroy();
      await closed.promise;
    },
  };
}
