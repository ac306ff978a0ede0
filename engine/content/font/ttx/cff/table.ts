import { latin1Of, viewOf } from '../../../../io/bytes.ts';
import { readDictionary, readIndex, type Dictionary } from '../../cff-reader.ts';
import { damaged } from '../../sfnt.ts';
import { OPERATOR } from './fields.ts';
import { STANDARD_STRINGS } from './standard-strings.ts';

/** A dictionary with its private one and the subroutines of its glyphs. */
export interface SubFont {
  readonly dictionary: Dictionary;
  readonly private: Dictionary;
  readonly subroutines: readonly Uint8Array[];
}

const ISO_ADOBE = 0;
const PREDEFINED_CHARSETS = 3;

/** All parts of a `CFF ` table. Throws a RangeError for a damaged one. */
export class CffTable {
  readonly name: string;
  readonly top: Dictionary;
  readonly globalSubroutines: readonly Uint8Array[];
  readonly charstrings: readonly Uint8Array[];
  /** One, or those that the glyphs of a font with numbers instead of names choose from. */
  readonly fonts: readonly SubFont[];
  readonly isNumbered: boolean;
  readonly #file: Uint8Array;
  readonly #strings: readonly Uint8Array[];

  constructor(file: Uint8Array) {
    this.#file = file;
    const names = readIndex(file, file[2] ?? 0);
    const tops = readIndex(file, names.end);
    const strings = readIndex(file, tops.end);
    if (names.objects.length !== 1 || tops.objects.length !== 1) throw damaged('it holds no font, or several');
    this.name = latin1Of(names.objects[0]!);
    this.#strings = strings.objects;
    this.top = readDictionary(tops.objects[0]!);
    this.globalSubroutines = readIndex(file, strings.end).objects;
    this.charstrings = readIndex(file, this.#offset(OPERATOR.charstrings)).objects;
    this.isNumbered = this.top.has(OPERATOR.registry);
    this.fonts = this.isNumbered
      ? readIndex(file, this.#offset(OPERATOR.fontDictionaries)).objects.map((each) =>
          this.#subFont(readDictionary(each)),
        )
      : [this.#subFont(this.top)];
  }

  #offset(operator: number): number {
    return this.top.get(operator)?.[0] ?? 0;
  }

  #subFont(dictionary: Dictionary): SubFont {
    const [size = 0, at = 0] = dictionary.get(OPERATOR.private) ?? [];
    const inside = readDictionary(this.#file.subarray(at, at + size));
    const [local] = inside.get(OPERATOR.subroutines) ?? [];
    const subroutines = local === undefined ? [] : readIndex(this.#file, at + local).objects;
    return { dictionary, private: inside, subroutines };
  }

  string(id: number): string | undefined {
    const text = this.#strings[id - STANDARD_STRINGS.length];
    return STANDARD_STRINGS[id] ?? (text && latin1Of(text));
  }

  /** The number of each glyph's name, or its number in its collection; undefined for a set that is not in the file. */
  charset(): number[] | undefined {
    const at = this.#offset(OPERATOR.charset);
    const glyphs = this.charstrings.length;
    if (at === ISO_ADOBE && !this.isNumbered) return Array.from({ length: glyphs }, (_, glyph) => glyph);
    if (at < PREDEFINED_CHARSETS) return undefined;
    const view = viewOf(this.#file);
    const format = view.getUint8(at);
    const ids = [0];
    let place = at + 1;
    while (ids.length < glyphs) {
      const first = view.getUint16(place);
      const more = format === 0 ? 0 : format === 1 ? view.getUint8(place + 2) : view.getUint16(place + 2);
      place += 2 + format;
      for (let id = first; id <= first + more && ids.length < glyphs; id++) ids.push(id);
    }
    return ids;
  }

  /** Codes with their glyphs, the number of a predefined encoding, or undefined for one that is not known. */
  encoding(): number | Map<number, number> | undefined {
    const at = this.#offset(OPERATOR.encoding);
    if (at < 2) return at;
    const view = viewOf(this.#file);
    const format = view.getUint8(at);
    const count = view.getUint8(at + 1);
    const codes = new Map<number, number>();
    let place = at + 2;
    let glyph = 1;
    for (let index = 0; index < count; index++) {
      const first = view.getUint8(place++);
      const more = (format & 0x7f) === 1 ? view.getUint8(place++) : 0;
      for (let code = first; code <= first + more; code++) codes.set(code, glyph++);
    }
    const ids = format & 0x80 ? (this.charset() ?? []) : [];
    const supplements = format & 0x80 ? view.getUint8(place++) : 0;
    for (let index = 0; index < supplements; index++, place += 3)
      codes.set(view.getUint8(place), ids.indexOf(view.getUint16(place + 1)));
    return codes;
  }

  /** Which font dictionary each glyph uses. */
  fontSelection(): number[] {
    const glyphs = this.charstrings.length;
    if (!this.isNumbered) return Array.from({ length: glyphs }, () => 0);
    const view = viewOf(this.#file);
    const at = this.#offset(OPERATOR.fontSelection);
    if (view.getUint8(at) === 0) return Array.from({ length: glyphs }, (_, glyph) => view.getUint8(at + 1 + glyph));
    const selection: number[] = [];
    for (let index = 0; index < view.getUint16(at + 1); index++) {
      const range = at + 3 + index * 3;
      const next = Math.min(view.getUint16(range + 3), glyphs);
      while (selection.length < next) selection.push(view.getUint8(range + 2));
    }
    return selection;
  }
}
