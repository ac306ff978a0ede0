import { viewOf } from '../../../io/bytes.ts';
import { readPlaces, type FileInformation } from './file-information.ts';

/** A table of texts of two bytes a character begins with this, their count, and how many bytes more each has. */
const EXTENDED = 0xffff;
const HEADER_BYTES = 6;
const START_BYTES = 4;

/** The places of the body that links lead to, with their names ([MS-DOC] 2.9.279). */
export function bookmarksOf(information: FileInformation): (readonly [place: number, name: string])[] {
  const names = namesIn(information.part('bookmarkNames'));
  const { places } = readPlaces(information.part('bookmarkStarts'), START_BYTES);
  return names.flatMap((name, index) => (places[index] === undefined ? [] : [[places[index], name] as const]));
}

function namesIn(bytes: Uint8Array): string[] {
  const view = viewOf(bytes);
  if (bytes.byteLength < HEADER_BYTES || view.getUint16(0, true) !== EXTENDED) return [];
  const count = view.getUint16(2, true);
  const extra = view.getUint16(4, true);
  const names: string[] = [];
  for (let at = HEADER_BYTES; names.length < count && at + 2 <= bytes.byteLength;) {
    const end = at + 2 + 2 * view.getUint16(at, true);
    names.push(new TextDecoder('utf-16le').decode(bytes.subarray(at + 2, end)));
    at = end + extra;
  }
  return names;
}
