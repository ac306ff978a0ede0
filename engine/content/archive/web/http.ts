import { concatBytes, latin1Of } from '../../../io/bytes.ts';
import { expandBrotli, expandZstandard, gunzip, inflate, inflateRaw, isTooLarge } from '../../../io/compression.ts';
import type { Limits } from '../../../contract/limits.ts';
import { mostExpandedBytes, refuseExpansion } from '../errors.ts';

/** A message of HTTP/1 (RFC 9112) as archives of the web keep it. */
export interface HttpMessage {
  readonly method?: string;
  readonly status?: number;
  readonly fields: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

/** Bytes of a head: servers refuse more than some ten thousand. */
const MOST_HEAD_BYTES = 1 << 20;

/** Splits head and body; undefined for what does not begin like HTTP. */
export function readHttp(bytes: Uint8Array): HttpMessage | undefined {
  const end = endOfHead(bytes);
  const [first = '', ...lines] = latin1Of(bytes, 0, end).split(/\r?\n/);
  const status = /^HTTP\/[\d.]+ +(\d{3})/.exec(first)?.[1];
  const method = /^([A-Z]+) +\S+ +HTTP\//.exec(first)?.[1];
  if (status === undefined && method === undefined) return undefined;
  return {
    ...(status !== undefined && { status: Number(status) }),
    ...(method !== undefined && { method }),
    fields: fieldsOf(lines),
    body: bytes.subarray(end),
  };
}

/** Where the body begins, behind an empty line. */
function endOfHead(bytes: Uint8Array): number {
  const most = Math.min(bytes.byteLength, MOST_HEAD_BYTES);
  for (let at = bytes.indexOf(0x0a) + 1; at > 0 && at < most; at = bytes.indexOf(0x0a, at) + 1) {
    if (bytes[at] === 0x0a) return at + 1;
    if (bytes[at] === 0x0d && bytes[at + 1] === 0x0a) return at + 2;
  }
  return most;
}

/** Fields by their names in lower case; the first of each counts. */
export function fieldsOf(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** The content itself: without chunks and packing, where it is as its fields say; else as it stands. */
export function contentOf({ fields, body }: HttpMessage, limits: Limits): Uint8Array {
  const isChunked = /\bchunked\b/i.test(fields.get('transfer-encoding') ?? '');
  const whole = isChunked ? (unchunked(body) ?? body) : body;
  let content = whole;
  const encodings = (fields.get('content-encoding') ?? '').toLowerCase().split(',').reverse();
  for (const encoding of encodings) {
    const expanded = expand(content, encoding.trim(), limits);
    if (!expanded) return content;
    content = expanded;
  }
  return content;
}

/** Undefined for what is not in chunks, as some programs have joined them before. */
function unchunked(body: Uint8Array): Uint8Array | undefined {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < body.byteLength;) {
    const line = /^([0-9a-f]{1,8})(?:;[^\r\n]*)?\r?\n/i.exec(latin1Of(body, at, Math.min(at + 256, body.byteLength)));
    if (!line) return undefined;
    const size = Number.parseInt(line[1]!, 16);
    const start = at + line[0].length;
    if (size === 0) return concatBytes(chunks);
    if (start + size > body.byteLength) return undefined;
    chunks.push(body.subarray(start, start + size));
    at = start + size;
    if (body[at] === 0x0d) at++;
    if (body[at] === 0x0a) at++;
  }
  return undefined;
}

const EXPANDERS: Readonly<Record<string, readonly (typeof gunzip)[]>> = {
  gzip: [gunzip],
  'x-gzip': [gunzip],
  // Some servers mean the stream without its head.
  deflate: [inflate, inflateRaw],
  br: [expandBrotli],
  zstd: [expandZstandard],
};

function expand(bytes: Uint8Array, encoding: string, limits: Limits): Uint8Array | undefined {
  if (bytes.byteLength === 0 || !Object.hasOwn(EXPANDERS, encoding)) return undefined;
  for (const expander of EXPANDERS[encoding]!) {
    try {
      return expander(bytes, { maxOutputLength: mostExpandedBytes(bytes.byteLength, limits) });
    } catch (error) {
      if (isTooLarge(error)) refuseExpansion(bytes.byteLength, limits);
    }
  }
  return undefined;
}
