import { viewOf } from '../../io/bytes.ts';
import { ConversionError } from '../../contract/errors.ts';
import { damaged, truncated } from './sfnt.ts';
import { widthInCharstring } from './charstring-width.ts';

/** Reads of a bare CFF file what its tables around would say. Adobe Technical Note 5176. */

const OPERATOR = {
  fullName: 2,
  familyName: 3,
  weight: 4,
  charstrings: 17,
  private: 18,
  subroutines: 19,
  defaultWidth: 20,
  nominalWidth: 21,
  isFixedPitch: 0x0c01,
  italicAngle: 0x0c02,
  matrix: 0x0c07,
  cidKeyed: 0x0c1e,
} as const;
const STANDARD_STRINGS = 391;
/** The last of the standard strings; those before them are names of glyphs. */
const WEIGHTS = ['Black', 'Bold', 'Book', 'Light', 'Medium', 'Regular', 'Roman', 'Semibold'];
const USUAL_SCALE = 0.001;
const MAX_GLYPHS = 65_535;

export type Dictionary = ReadonlyMap<number, readonly number[]>;

export class CffFile {
  readonly name: string;
  readonly unitsPerEm: number;
  readonly #strings: readonly Uint8Array[];
  readonly #top: Dictionary;
  readonly #charstrings: readonly Uint8Array[];
  readonly #private: Dictionary;
  readonly #subroutines: { readonly local: readonly Uint8Array[]; readonly global: readonly Uint8Array[] };

  constructor(file: Uint8Array) {
    try {
      const names = readIndex(file, file[2] ?? 0);
      const tops = readIndex(file, names.end);
      const strings = readIndex(file, tops.end);
      if (names.objects.length !== 1 || tops.objects.length !== 1) throw damaged('it holds no font, or several');
      this.name = latin1(names.objects[0]!);
      this.#strings = strings.objects;
      this.#top = readDictionary(tops.objects[0]!);
      if (this.#top.has(OPERATOR.cidKeyed)) throw cidKeyed();
      this.#charstrings = readIndex(file, this.number('charstrings', 0)).objects;
      const [size = 0, at = 0] = this.#top.get(OPERATOR.private) ?? [];
      this.#private = readDictionary(file.subarray(at, at + size));
      const [local] = this.#private.get(OPERATOR.subroutines) ?? [];
      this.#subroutines = {
        global: readIndex(file, strings.end).objects,
        local: local === undefined ? [] : readIndex(file, at + local).objects,
      };
      const scale = this.#top.get(OPERATOR.matrix)?.[0] ?? USUAL_SCALE;
      this.unitsPerEm = Math.round(1 / (scale > 0 ? scale : USUAL_SCALE));
    } catch (error) {
      if (error instanceof RangeError) throw truncated('a part of its lists');
      throw error;
    }
    if (this.glyphCount === 0 || this.glyphCount > MAX_GLYPHS) throw damaged('it has no glyphs');
  }

  get glyphCount(): number {
    return this.#charstrings.length;
  }

  number(entry: keyof typeof OPERATOR, otherwise: number): number {
    return this.#top.get(OPERATOR[entry])?.[0] ?? otherwise;
  }

  string(entry: 'fullName' | 'familyName' | 'weight'): string | undefined {
    const id = this.#top.get(OPERATOR[entry])?.[0];
    if (id === undefined) return undefined;
    const text = this.#strings[id - STANDARD_STRINGS];
    return text ? latin1(text) : WEIGHTS[id - STANDARD_STRINGS + WEIGHTS.length];
  }

  widthOf(glyph: number): number {
    const difference = widthInCharstring(this.#charstrings[glyph]!, this.#subroutines);
    const [usual = 0] = this.#private.get(OPERATOR.defaultWidth) ?? [];
    const [nominal = 0] = this.#private.get(OPERATOR.nominalWidth) ?? [];
    return Math.round(Math.max(0, difference === undefined ? usual : nominal + difference));
  }
}

export function readIndex(file: Uint8Array, at: number): { readonly objects: Uint8Array[]; readonly end: number } {
  const view = viewOf(file);
  const count = view.getUint16(at);
  if (count === 0) return { objects: [], end: at + 2 };
  const size = view.getUint8(at + 2);
  const offset = (index: number): number => {
    let value = 0;
    for (let byte = 0; byte < size; byte++) value = value * 256 + view.getUint8(at + 3 + index * size + byte);
    return value;
  };
  const base = at + 2 + (count + 1) * size;
  const objects = Array.from({ length: count }, (_, index) =>
    file.subarray(base + offset(index), base + offset(index + 1)),
  );
  const end = base + offset(count);
  if (end > file.byteLength) throw truncated('a part of its lists');
  return { objects, end };
}

/** Operators with the numbers before them; two bytes of an operator are one number here. */
export function readDictionary(data: Uint8Array): Dictionary {
  const entries = new Map<number, readonly number[]>();
  const view = viewOf(data);
  let operands: number[] = [];
  for (let at = 0; at < data.byteLength;) {
    const byte = data[at++]!;
    if (byte <= 21) {
      entries.set(byte === 12 ? 0x0c00 | (data[at++] ?? 0) : byte, operands);
      operands = [];
    } else if (byte === 28) {
      operands.push(view.getInt16(at));
      at += 2;
    } else if (byte === 29) {
      operands.push(view.getInt32(at));
      at += 4;
    } else if (byte === 30) {
      const real = readReal(data, at);
      operands.push(real.value);
      at = real.end;
    } else if (byte <= 246) operands.push(byte - 139);
    else if (byte <= 250) operands.push((byte - 247) * 256 + (data[at++] ?? 0) + 108);
    else operands.push(-(byte - 251) * 256 - (data[at++] ?? 0) - 108);
  }
  return entries;
}

const NIBBLES = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', '', '-'];

function readReal(data: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let text = '';
  for (let at = start; at < data.byteLength; at++) {
    for (const nibble of [data[at]! >> 4, data[at]! & 0xf]) {
      if (nibble === 0xf) return { value: Number(text) || 0, end: at + 1 };
      text += NIBBLES[nibble];
    }
  }
  throw truncated('a number');
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 1000));
}

function cidKeyed(): ConversionError {
  return new ConversionError({
    code: 'unsupported_conversion',
    message:
      'The glyphs of this CFF file have numbers instead of names, so that nothing tells which characters they are. Send the OpenType font that it was taken from.',
  });
}
