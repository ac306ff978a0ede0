import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import type { Readable } from 'node:stream';
import { encodeCsv } from '../../inputs/csv.ts';
import { encodePng, photographPixels } from '../../inputs/photograph.ts';
import { encodeDocx } from '../../inputs/word-document.ts';

/** A conversion that real runs send, small enough that one run holds hundreds of them. */
export interface JobKind {
  readonly name: string;
  readonly fileName: string;
  readonly to: string;
  readonly bytes: Uint8Array;
}

const picture = (width: number, height: number): Uint8Array =>
  encodePng(photographPixels(width, height), width, height);

/** Of three lanes, from a millisecond to a third of a second. */
export async function jobKinds(): Promise<readonly JobKind[]> {
  return [
    { name: 'csv → json, 2 KB', fileName: 'table.csv', to: 'json', bytes: encodeCsv(20) },
    { name: 'csv → json, 500 KB', fileName: 'table.csv', to: 'json', bytes: encodeCsv(5_000) },
    { name: 'png → jpg, 400×300', fileName: 'picture.png', to: 'jpg', bytes: picture(400, 300) },
    { name: 'png → webp, 800×600', fileName: 'picture.png', to: 'webp', bytes: picture(800, 600) },
    { name: 'docx → txt, 2 pages', fileName: 'letter.docx', to: 'txt', bytes: await encodeDocx(2) },
  ];
}

export interface Sent {
  readonly status: number;
  readonly id: string;
  /** Of a synchronous one. */
  readonly downloadUrl?: string;
}

const BOUNDARY = 'athanor-bench';

function formOf({ fileName, to, bytes }: JobKind): Buffer {
  const field = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="targetFormat"\r\n\r\n${to}\r\n`;
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
  return Buffer.concat([Buffer.from(field + head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

/** Sends conversions over connections that stay open. */
export class Sender implements Disposable {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** Asynchronously: the answer comes when it is recorded. Synchronously: when it is converted. */
  async convert(url: string, kind: JobKind, mode: 'async' | 'sync'): Promise<Sent> {
    const body = formOf(kind);
    const headers = {
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length': String(body.byteLength),
      ...(mode === 'async' && { Prefer: 'respond-async' }),
    };
    const { status, text } = await this.#call(`${url}/api/v1/convert`, { method: 'POST', headers, body });
    const { data } = JSON.parse(text) as {
      readonly data?: { readonly conversionId: string; readonly downloadUrl?: string };
    };
    if (!data) throw new Error(`a conversion was refused with ${status}: ${text}`);
    return { status, id: data.conversionId, downloadUrl: data.downloadUrl };
  }

  async get(url: string, path: string): Promise<string> {
    const { status, text } = await this.#call(`${url}${path}`, { method: 'GET', headers: {} });
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text}`);
    return text;
  }

  async #call(url: string, call: Call): Promise<{ readonly status: number; readonly text: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const headers = { ...call.headers, 'X-API-Key': this.#key };
    const request = httpRequest(url, { method: call.method, headers, agent: this.#agent }, resolve);
    request.on('error', reject);
    request.end(call.body);
    const response = await promise;
    return { status: response.statusCode!, text: await textOf(response) };
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

interface Call {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
