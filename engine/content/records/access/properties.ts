import { latin1Of, viewOf } from '../../../io/bytes.ts';

const MAGIC = 'MR2\0';
const CHUNK_HEAD_BYTES = 6;
const NAMES = 0x80;
const OF_COLUMN = 1;
const ENTRY_HEAD_BYTES = 8;
const RESULT_TYPE = 'ResultType';

/**
 * The types of what the calculated columns of a table give, by the names of these: they stand among its properties
 * alone. What is damaged there is passed over: it describes nothing else that is read.
 */
export function resultTypes(properties: Uint8Array, decode: (bytes: Uint8Array) => string): Map<string, number> {
  const found = new Map<string, number>();
  if (latin1Of(properties, 0, MAGIC.length) !== MAGIC) return found;
  let names: readonly string[] = [];
  for (const { kind, content } of chunksOf(properties.subarray(MAGIC.length))) {
    if (kind === NAMES) names = namesOf(content, decode);
    if (kind !== OF_COLUMN || content.byteLength < 6) continue;
    const view = viewOf(content);
    const nameEnd = 6 + view.getUint16(4, true);
    const column = decode(content.subarray(6, nameEnd));
    for (let at = nameEnd; at + ENTRY_HEAD_BYTES < content.byteLength; at += Math.max(view.getUint16(at, true), 1))
      if (names[view.getUint16(at + 4, true)] === RESULT_TYPE) found.set(column, content[at + ENTRY_HEAD_BYTES]!);
  }
  return found;
}

function* chunksOf(bytes: Uint8Array): Generator<{ readonly kind: number; readonly content: Uint8Array }> {
  const view = viewOf(bytes);
  for (let at = 0; at + CHUNK_HEAD_BYTES <= bytes.byteLength;) {
    const length = view.getUint32(at, true);
    if (length < CHUNK_HEAD_BYTES) return;
    yield { kind: view.getUint16(at + 4, true), content: bytes.subarray(at + CHUNK_HEAD_BYTES, at + length) };
    at += length;
  }
}

function namesOf(bytes: Uint8Array, decode: (bytes: Uint8Array) => string): string[] {
  const view = viewOf(bytes);
  const names: string[] = [];
  for (let at = 0; at + 2 <= bytes.byteLength;) {
    const end = at + 2 + view.getUint16(at, true);
    names.push(decode(bytes.subarray(at + 2, end)));
    at = end;
  }
  return names;
}
