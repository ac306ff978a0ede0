import type { Limits } from '../../../contract/limits.ts';
import { latin1Of } from '../../../io/bytes.ts';
import { gunzip, isCutShort, isTooLarge } from '../../../io/compression.ts';
import {
  checkArchiveLimit,
  checkExpansion,
  corruptArchive,
  mostExpandedBytes,
  refuseExpansion,
  truncatedArchive,
} from '../errors.ts';
import type { RawEntry } from '../model.ts';
import { entriesOfCaptures, timeOf, type Capture } from './capture.ts';
import { contentOf, fieldsOf, readHttp } from './http.ts';

/* WARC 1.1 (ISO 28500:2017): records of what was taken from the web, each packed by itself or none. */

/** Bytes of the fields of one record. */
const MOST_HEAD_BYTES = 1 << 20;
const decoder = new TextDecoder();
const VERSION = /^WARC\/[01]\.\d+\s*$/;
/** Records whose block is what came from the address. */
const WITH_CONTENT: ReadonlySet<string> = new Set(['response', 'resource', 'conversion']);

/** Files of an archive of the web under their addresses, and `captures.csv`, which lists all records. */
export function readWarc(bytes: Uint8Array, limits: Limits): RawEntry[] {
  const captures: Capture[] = [];
  let expandedBytes = 0;
  for (const { fields, block } of recordsOf(expanded(bytes, limits))) {
    const capture = captureOf(fields, block, limits);
    captures.push(capture);
    expandedBytes += capture.content?.byteLength ?? 0;
    checkArchiveLimit('entries', captures.length, limits);
    checkExpansion({ expandedBytes, packedBytes: bytes.byteLength }, limits);
  }
  if (captures.length === 0) throw corruptArchive('it has no records');
  return entriesOfCaptures(captures);
}

function expanded(bytes: Uint8Array, limits: Limits): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzip(bytes, { maxOutputLength: mostExpandedBytes(bytes.byteLength, limits) });
  } catch (cause) {
    if (isTooLarge(cause)) refuseExpansion(bytes.byteLength, limits);
    if (isCutShort(cause)) throw truncatedArchive();
    throw corruptArchive('its packed records are damaged', { cause });
  }
}

interface WarcRecord {
  readonly fields: ReadonlyMap<string, string>;
  readonly block: Uint8Array;
}

function* recordsOf(bytes: Uint8Array): Generator<WarcRecord> {
  for (let at = 0; at < bytes.byteLength;) {
    if (bytes[at] === 0x0d || bytes[at] === 0x0a) {
      at++;
      continue;
    }
    const start = endOfHead(bytes, at);
    const text = decoder.decode(bytes.subarray(at, start)).trimEnd();
    const [version = '', ...lines] = text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
    if (!VERSION.test(version)) throw corruptArchive('a record does not begin as one');
    const fields = fieldsOf(lines);
    const size = fields.get('content-length') ?? '';
    if (!/^\d{1,15}$/.test(size)) throw corruptArchive('a record does not say how long it is');
    const next = start + Number(size);
    // Two ends of lines are behind each record, the last one too.
    const isLast = next + 4 > bytes.byteLength;
    if (isLast && !/\n\r?\n/.test(latin1Of(bytes, next, bytes.byteLength))) throw truncatedArchive();
    yield { fields, block: bytes.subarray(start, next) };
    at = next;
  }
}

/** Where the block behind the empty line begins. */
function endOfHead(bytes: Uint8Array, start: number): number {
  for (let at = start; ;) {
    at = bytes.indexOf(0x0a, at) + 1;
    if (at === 0) throw truncatedArchive();
    if (at - start > MOST_HEAD_BYTES) throw corruptArchive('a record has too many fields');
    if (bytes[at] === 0x0a) return at + 1;
    if (bytes[at] === 0x0d && bytes[at + 1] === 0x0a) return at + 2;
  }
}

function captureOf(fields: ReadonlyMap<string, string>, block: Uint8Array, limits: Limits): Capture {
  const kind = fields.get('warc-type') ?? '';
  const type = fields.get('content-type') ?? '';
  const address = (fields.get('warc-target-uri') ?? '').replace(/^<(.*)>$/, '$1');
  const timeMs = timeOf(fields.get('warc-date'));
  const common = { kind, address, ...(timeMs !== undefined && { timeMs }) };
  const message = /^application\/http\b/i.test(type) ? readHttp(block) : undefined;
  if (!message) {
    const holdsContent = WITH_CONTENT.has(kind) && address !== '';
    return { ...common, ...(type !== '' && { contentType: type }), ...(holdsContent && { content: block }) };
  }
  const { method, status } = message;
  const contentType = message.fields.get('content-type');
  const content = WITH_CONTENT.has(kind) && address !== '' ? contentOf(message, limits) : undefined;
  return {
    ...common,
    ...(method !== undefined && { method }),
    ...(status !== undefined && { status }),
    ...(contentType !== undefined && { contentType }),
    // A redirection says where to go, and has nothing else.
    ...(content && content.byteLength > 0 && { content }),
  };
}
