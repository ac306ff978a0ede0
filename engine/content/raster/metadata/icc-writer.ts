import { latin1Bytes } from '../../../io/bytes.ts';
/** Bytes of the header of every ICC profile. */
const HEADER_BYTES = 128;
/** The white of the profile connection space. */
export const D50 = [0.9642, 1, 0.8249] as const;
/** The primaries of sRGB, adapted to that white. */
export const SRGB_PRIMARIES = {
  rXYZ: [0.4360747, 0.2225045, 0.0139322],
  gXYZ: [0.3850649, 0.7168786, 0.0971045],
  bXYZ: [0.1430804, 0.0606169, 0.7141733],
} as const;

/** Tagged elements of a profile, in their order. */
export type ProfileTags = readonly (readonly [signature: string, element: Uint8Array])[];

export interface ProfileKind {
  /** As the header has it: major version in the highest byte, minor in the four bits below. */
  readonly version: number;
  readonly space: 'RGB ' | 'GRAY';
}

/** Lays a profile of a monitor out: header, table of its tags, elements (ICC.1:2010, section 7). */
export function writeProfile(kind: ProfileKind, tags: ProfileTags): Uint8Array<ArrayBuffer> {
  const directoryBytes = 4 + tags.length * 12;
  const total = tags.reduce((sum, [, element]) => sum + element.byteLength, HEADER_BYTES + directoryBytes);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  writeHeader(bytes, view, kind);
  view.setUint32(HEADER_BYTES, tags.length);
  let at = HEADER_BYTES + directoryBytes;
  for (const [index, [signature, element]] of tags.entries()) {
    const entry = HEADER_BYTES + 4 + index * 12;
    writeText(bytes, entry, signature);
    view.setUint32(entry + 4, at);
    view.setUint32(entry + 8, element.byteLength);
    bytes.set(element, at);
    at += element.byteLength;
  }
  return bytes;
}

function writeHeader(bytes: Uint8Array, view: DataView, { version, space }: ProfileKind): void {
  view.setUint32(0, bytes.byteLength);
  view.setUint32(8, version);
  writeText(bytes, 12, `mntr${space}XYZ `);
  for (const [index, value] of [2026, 1, 1].entries()) view.setUint16(24 + index * 2, value); // date of creation
  writeText(bytes, 36, 'acsp');
  for (const [index, value] of D50.entries()) view.setInt32(68 + index * 4, fixed(value));
}

function writeText(bytes: Uint8Array, at: number, text: string): void {
  bytes.set(latin1Bytes(text), at);
}

/** A signed number with 16 bits behind the point. */
function fixed(value: number): number {
  return Math.round(value * 65_536);
}

function numbers(type: string, head: readonly number[], values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(8 + head.length * 2 + values.length * 4);
  const view = new DataView(bytes.buffer);
  writeText(bytes, 0, type);
  for (const [index, value] of head.entries()) view.setUint16(8 + index * 2, value);
  for (const [index, value] of values.entries()) view.setInt32(8 + head.length * 2 + index * 4, fixed(value));
  return bytes;
}

export function xyz(values: readonly number[]): Uint8Array {
  return numbers('XYZ ', [], values);
}

/** Y = (aX + b)^g from X = d on, and cX below: function type 3, which profiles have since version 4. */
export function parametricCurve(values: readonly number[]): Uint8Array {
  return numbers('para', [3, 0], values);
}

/** A curve by values from 0 to 1, as every version has it. */
export function sampledCurve(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((12 + values.length * 2) / 4) * 4);
  const view = new DataView(bytes.buffer);
  writeText(bytes, 0, 'curv');
  view.setUint32(8, values.length);
  for (const [index, value] of values.entries()) view.setUint16(12 + index * 2, Math.round(value * 65_535));
  return bytes;
}

export function multiLocalised(text: string): Uint8Array {
  const recordBytes = 12;
  const start = 16 + recordBytes;
  const padded = Math.ceil((start + text.length * 2) / 4) * 4;
  const bytes = new Uint8Array(padded);
  const view = new DataView(bytes.buffer);
  writeText(bytes, 0, 'mluc');
  view.setUint32(8, 1);
  view.setUint32(12, recordBytes);
  writeText(bytes, 16, 'enUS');
  view.setUint32(20, text.length * 2);
  view.setUint32(24, start);
  for (let index = 0; index < text.length; index++) view.setUint16(start + index * 2, text.charCodeAt(index));
  return bytes;
}

/** Bytes of a description behind its characters: it may be repeated in two more encodings, and is not. */
const OTHER_ENCODINGS_BYTES = 78;

/** The name of a profile, as versions before 4 have it (ICC.1:2001-04, section 6.5.17). */
export function description(text: string): Uint8Array {
  const characters = text.length + 1;
  const bytes = new Uint8Array(Math.ceil((12 + characters + OTHER_ENCODINGS_BYTES) / 4) * 4);
  writeText(bytes, 0, 'desc');
  new DataView(bytes.buffer).setUint32(8, characters);
  writeText(bytes, 12, text);
  return bytes;
}

export function plainText(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((8 + text.length + 1) / 4) * 4);
  writeText(bytes, 0, 'text');
  writeText(bytes, 8, text);
  return bytes;
}
