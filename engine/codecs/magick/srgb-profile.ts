/**
 * An ICC profile of sRGB: a matrix and the parametric curve of IEC 61966-2-1, adapted to the D50 white of the profile
 * connection space. The library has none of its own, and applies an embedded profile only towards another one.
 * Layout: ICC.1:2010 (profile version 4.3), sections 7 and 10.
 */
export function srgbProfile(): Uint8Array<ArrayBuffer> {
  const curve = parametricCurve([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]);
  const tags: readonly (readonly [signature: string, element: Uint8Array])[] = [
    ['desc', multiLocalised('sRGB')],
    ['cprt', multiLocalised('No copyright, use freely')],
    ['wtpt', xyz(D50)],
    ['rXYZ', xyz([0.4360747, 0.2225045, 0.0139322])],
    ['gXYZ', xyz([0.3850649, 0.7168786, 0.0971045])],
    ['bXYZ', xyz([0.1430804, 0.0606169, 0.7141733])],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const directoryBytes = 4 + tags.length * 12;
  const total = tags.reduce((sum, [, element]) => sum + element.byteLength, HEADER_BYTES + directoryBytes);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  writeHeader(bytes, view);
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

const HEADER_BYTES = 128;
const VERSION_4_3 = 0x0430_0000;
const D50 = [0.9642, 1, 0.8249] as const;

function writeHeader(bytes: Uint8Array, view: DataView): void {
  view.setUint32(0, bytes.byteLength);
  view.setUint32(8, VERSION_4_3);
  writeText(bytes, 12, 'mntrRGB XYZ ');
  for (const [index, value] of [2026, 1, 1].entries()) view.setUint16(24 + index * 2, value); // date of creation
  writeText(bytes, 36, 'acsp');
  for (const [index, value] of D50.entries()) view.setInt32(68 + index * 4, fixed(value));
}

function writeText(bytes: Uint8Array, at: number, text: string): void {
  bytes.set(Buffer.from(text, 'latin1'), at);
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

function xyz(values: readonly number[]): Uint8Array {
  return numbers('XYZ ', [], values);
}

/** Y = (aX + b)^g from X = d on, and cX below: function type 3. */
function parametricCurve(values: readonly number[]): Uint8Array {
  return numbers('para', [3, 0], values);
}

function multiLocalised(text: string): Uint8Array {
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
