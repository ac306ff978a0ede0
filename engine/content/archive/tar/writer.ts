import { utf8Bytes, utf8Length } from '../../../io/bytes.ts';
import { modeOf, type ArchiveEntry } from '../model.ts';

const BLOCK = 512;
/** Programs that read tapes take so many blocks at a time. */
const RECORD = 20 * BLOCK;
const MAX_NAME_BYTES = 100;
/** Eleven octal digits. */
const MAX_SIZE = 0o77777777777;

const encoder = new TextEncoder();

const TYPES = { file: '0', directory: '5', link: '2' } as const;

/** Hands the bytes of a tar on in order: ustar, with pax headers for what ustar cannot hold (POSIX.1-2001). */
export function writeTar(entries: Iterable<ArchiveEntry>, write: (bytes: Uint8Array) => void): void {
  let written = 0;
  const put = (bytes: Uint8Array): void => {
    if (bytes.byteLength === 0) return;
    write(bytes);
    written += bytes.byteLength;
  };
  for (const entry of entries) {
    const records = paxRecordsOf(entry);
    if (records.byteLength > 0) {
      put(headerOf({ name: 'PaxHeader', mode: 0o644, type: 'x', sizeBytes: records.byteLength }));
      put(records);
      put(padding(records.byteLength));
    }
    const content = entry.content();
    put(headerOfEntry(entry, content.byteLength));
    put(content);
    put(padding(content.byteLength));
  }
  put(new Uint8Array(2 * BLOCK));
  put(padding(written, RECORD));
}

interface Header {
  readonly name: string;
  readonly mode: number;
  readonly type: string;
  readonly sizeBytes: number;
  readonly modifiedSeconds?: number;
  readonly link?: string;
}

function headerOfEntry(entry: ArchiveEntry, sizeBytes: number): Uint8Array {
  return headerOf({
    name: nameOf(entry),
    mode: modeOf(entry),
    type: TYPES[entry.kind],
    sizeBytes,
    modifiedSeconds: Math.max(0, Math.floor((entry.modifiedMs ?? 0) / 1000)),
    link: entry.target,
  });
}

function headerOf({ name, mode, type, sizeBytes, modifiedSeconds = 0, link = '' }: Header): Uint8Array {
  const header = new Uint8Array(BLOCK);
  const put = (text: string, at: number, maxBytes = text.length): void => {
    encoder.encodeInto(text, header.subarray(at, at + maxBytes));
  };
  put(name, 0, MAX_NAME_BYTES);
  put(octal(mode, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(Math.min(sizeBytes, MAX_SIZE), 12), 124);
  put(octal(Math.min(modifiedSeconds, MAX_SIZE), 12), 136);
  put('        ', 148);
  put(type, 156);
  put(link, 157, MAX_NAME_BYTES);
  put('ustar\x0000', 257);
  let sum = 0;
  for (const byte of header) sum += byte;
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Digits and the NUL that ends them. */
function octal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, '0')}\0`;
}

function nameOf({ path, kind }: ArchiveEntry): string {
  return kind === 'directory' ? `${path}/` : path;
}

function paxRecordsOf(entry: ArchiveEntry): Uint8Array {
  const records: string[] = [];
  if (!fits(nameOf(entry))) records.push(paxRecord('path', nameOf(entry)));
  if (entry.target !== undefined && !fits(entry.target)) records.push(paxRecord('linkpath', entry.target));
  const ms = entry.modifiedMs;
  if (ms !== undefined && (ms < 0 || ms % 1000 !== 0)) records.push(paxRecord('mtime', String(ms / 1000)));
  return utf8Bytes(records.join(''));
}

/** ustar has no encoding for characters beyond ASCII. */
function fits(name: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the range of ASCII
  return name.length <= MAX_NAME_BYTES && /^[\x00-\x7f]*$/.test(name);
}

/** The length counts its own digits too. */
function paxRecord(key: string, value: string): string {
  const rest = utf8Length(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length > String(rest).length) length = rest + String(length).length;
  return `${length} ${key}=${value}\n`;
}

function padding(sizeBytes: number, unit = BLOCK): Uint8Array {
  return new Uint8Array((unit - (sizeBytes % unit)) % unit);
}
