import type { Limits } from '../../../contract/limits.ts';
import { bytesOfBase64, utf8Bytes } from '../../../io/bytes.ts';
import { decodeText } from '../../../io/text-encoding.ts';
import { checkArchiveLimit, corruptArchive, truncatedArchive } from '../errors.ts';
import type { RawEntry } from '../model.ts';
import { entriesOfCaptures, timeOf, type Capture } from './capture.ts';

/* HTTP Archive 1.2: what a browser asked for and what came, in JSON (w3c.github.io/web-performance/specs/HAR). */

/** Files of a record of a browser under their addresses, and `captures.csv`, which lists all requests. */
export function readHar(bytes: Uint8Array, limits: Limits): RawEntry[] {
  const entries = field(field(parse(decodeText(bytes).text), 'log'), 'entries');
  if (!Array.isArray(entries)) throw corruptArchive('it has no list of requests');
  checkArchiveLimit('entries', entries.length, limits);
  return entriesOfCaptures(entries.map(captureOf));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // What ends within a value is the usual damage.
    if (!/[}\]]\s*$/.test(text)) throw truncatedArchive();
    throw corruptArchive('it is no valid JSON', { cause });
  }
}

function captureOf(entry: unknown): Capture {
  const [request, response] = [field(entry, 'request'), field(entry, 'response')];
  const content = field(response, 'content');
  const [status, duration] = [field(response, 'status'), field(entry, 'time')];
  const timeMs = timeOf(textOf(entry, 'startedDateTime'));
  const body = contentOf(content);
  return {
    kind: 'response',
    address: textOf(request, 'url') ?? '',
    ...optional('method', textOf(request, 'method')),
    ...(typeof status === 'number' && status > 0 && { status }),
    ...optional('contentType', textOf(content, 'mimeType')),
    ...(timeMs !== undefined && { timeMs }),
    ...(typeof duration === 'number' && duration >= 0 && { durationMs: Math.round(duration) }),
    ...(body && { content: body }),
  };
}

function contentOf(content: unknown): Uint8Array | undefined {
  const text = textOf(content, 'text');
  if (text === undefined || text === '') return undefined;
  if (textOf(content, 'encoding') !== 'base64') return utf8Bytes(text);
  return /^[A-Za-z0-9+/=\s]*$/.test(text) ? bytesOfBase64(text) : utf8Bytes(text);
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function textOf(value: unknown, name: string): string | undefined {
  const text = field(value, name);
  return typeof text === 'string' ? text : undefined;
}

function optional<Name extends string>(name: Name, value: string | undefined): { readonly [key in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [key in Name]: string });
}
