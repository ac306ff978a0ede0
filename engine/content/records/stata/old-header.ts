import { viewOf } from '../../../io/bytes.ts';
import { corrupt } from '../errors.ts';
import { part, parts, type Header } from './parts.ts';

const HEADER_BYTES = 109;
const [NAME_BYTES, DESCRIPTION_BYTES] = [33, 81];
const FORMAT_BYTES: Readonly<Record<number, number>> = { 113: 12, 114: 49, 115: 49 };

/** The header of releases 113 to 115 (Stata 8 to 12): parts of fixed lengths. */
export function readOldHeader(bytes: Uint8Array): Header {
  part(bytes, 0, HEADER_BYTES);
  const release = bytes[0]!;
  const formatBytes = FORMAT_BYTES[release];
  const order = bytes[1]!;
  if (formatBytes === undefined || (order !== 1 && order !== 2) || bytes[2] !== 1)
    throw corrupt('it has no header of Stata data of release 113 to 119');
  const isLittle = order === 2;
  const view = viewOf(bytes);
  const variables = view.getUint16(4, isLittle);
  let at = HEADER_BYTES;
  const take = (length: number, count = variables): Uint8Array[] => {
    const taken = parts(bytes, at, count, length);
    at += count * length;
    return taken;
  };
  const types = take(1).map(([type]) => type!);
  const names = take(NAME_BYTES);
  take(2, variables + 1);
  const formats = take(formatBytes);
  const labelNames = take(NAME_BYTES);
  const descriptions = take(DESCRIPTION_BYTES);
  return {
    release,
    isLittle,
    rows: view.getUint32(6, isLittle),
    types,
    names,
    formats,
    labelNames,
    descriptions,
    dataAt: endOfExpansions(bytes, at, isLittle),
    textsAt: undefined,
    labelsAt: undefined,
  };
}

/** Notes and such, each with its length; one of no kind and no length ends them. */
function endOfExpansions(bytes: Uint8Array, start: number, isLittle: boolean): number {
  const view = viewOf(bytes);
  let at = start;
  for (;;) {
    const [kind] = part(bytes, at, 5);
    const length = view.getInt32(at + 1, isLittle);
    at += 5;
    if (kind === 0 && length === 0) return at;
    part(bytes, at, length);
    at += length;
  }
}
