import { latin1Of, utf8Of, viewOf } from '../../../io/bytes.ts';
import { decoderNamed, labelOfCodePage } from '../../../io/code-pages.ts';
import { corrupt, truncated } from '../errors.ts';

/* The format of SPSS system files, as PSPP describes it (PSPP Developers Guide, appendix A). */

const HEADER_BYTES = 176;
const ENCODING = { machine: 3, longNames: 13, longStrings: 14, name: 20, longLabels: 21 } as const;
const END_OF_DICTIONARY = 999;
/** Bytes of a text that one variable holds, and by how many the parts of a longer one advance. */
const [SEGMENT_BYTES, SEGMENT_STEP] = [255, 252];
/** How a number is shown: as a number, or as one of the kinds of dates and times. */
export type Display = 'number' | 'date' | 'moment' | 'time';

export interface Variable {
  readonly name: string;
  readonly display: Display;
  /** 0 for numbers; bytes of a text. */
  readonly width: number;
  /** Units of eight bytes that precede it in a case, and those of each of its parts. */
  readonly at: number;
  readonly parts: readonly { readonly at: number; readonly bytes: number }[];
  /** Labels of its values by their number, or their text without blanks at its end. */
  readonly labels: ReadonlyMap<number | string, string>;
  readonly isDescribed: boolean;
  readonly hasMissing: boolean;
}

export interface Dictionary {
  readonly variables: readonly Variable[];
  /** Units of eight bytes that a case has. */
  readonly units: number;
  /** Undefined where the file does not say how many. */
  readonly cases: number | undefined;
  /** Values of texts longer than eight bytes have labels, which are not read. */
  readonly hasLongLabels: boolean;
  readonly compression: number;
  readonly bias: number;
  readonly isLittle: boolean;
  readonly decode: (bytes: Uint8Array) => string;
  /** Where the cases begin. */
  readonly end: number;
}

interface Raw {
  readonly name: Uint8Array;
  readonly width: number;
  readonly at: number;
  readonly format: number;
  readonly isDescribed: boolean;
  readonly hasMissing: boolean;
  readonly labels: Map<number | string, Uint8Array>;
}

/** Reads what stands before the cases. Lengths are held against the file before anything is read. */
export function readDictionary(bytes: Uint8Array): Dictionary {
  const view = viewOf(bytes);
  if (bytes.byteLength < HEADER_BYTES) throw truncated('it has no whole header');
  if (!/^\$FL[23]/.test(latin1Of(bytes, 0, 4))) throw corrupt('it has no header of SPSS data');
  const isLittle = [2, 3].includes(view.getInt32(64, true));
  const reader = new Records(bytes, isLittle);
  const { variables, units, extensions } = reader.read();
  const decode = decoderOf(extensions, isLittle);
  const cases = view.getInt32(80, isLittle);
  return {
    variables: named(variables, extensions, decode),
    units,
    cases: cases < 0 ? undefined : cases,
    hasLongLabels: extensions.has(ENCODING.longLabels),
    compression: view.getInt32(72, isLittle),
    bias: view.getFloat64(84, isLittle),
    isLittle,
    decode,
    end: reader.at,
  };
}

type Extensions = ReadonlyMap<number, Uint8Array>;

class Records {
  at = HEADER_BYTES;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #isLittle: boolean;

  constructor(bytes: Uint8Array, isLittle: boolean) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#isLittle = isLittle;
  }

  read(): { readonly variables: readonly Raw[]; readonly units: number; readonly extensions: Extensions } {
    const variables: Raw[] = [];
    const extensions = new Map<number, Uint8Array>();
    let units = 0;
    for (;;) {
      const type = this.#int();
      if (type === END_OF_DICTIONARY) break;
      if (type === 2) {
        const variable = this.#variable(units++);
        if (variable) variables.push(variable);
      } else if (type === 3) this.#labels(variables);
      else if (type === 6) this.#take(this.#count(80) * 80);
      else if (type === 7) {
        const subtype = this.#int();
        const size = this.#int();
        const count = this.#int();
        if (size < 0 || count < 0) throw corrupt('a record has a negative length');
        extensions.set(subtype, this.#take(size * count));
      } else throw corrupt(`its dictionary has a record of the unknown kind ${type}`, { kind: type });
    }
    this.#int();
    if (variables.length === 0) throw corrupt('it has no variables');
    return { variables, units, extensions };
  }

  /** Undefined for what continues a text. */
  #variable(at: number): Raw | undefined {
    const width = this.#int();
    const isDescribed = this.#int() === 1;
    const missing = Math.abs(this.#int());
    const format = this.#int();
    this.#int();
    const name = this.#take(8);
    if (isDescribed) this.#take(Math.ceil(this.#count(1) / 4) * 4);
    if (missing > 3) throw corrupt('a variable has more missing values than there can be');
    this.#take(8 * missing);
    if (width < 0) return undefined;
    if (width > SEGMENT_BYTES) throw corrupt('a text is wider than it can be');
    return { name, width, at, format, isDescribed, hasMissing: missing > 0, labels: new Map() };
  }

  /** Labels, and then the variables that have them. */
  #labels(variables: readonly Raw[]): void {
    const count = this.#count(16);
    const labels = Array.from({ length: count }, () => {
      const value = this.#take(8);
      const length = this.#take(1)[0]!;
      const label = this.#take(Math.ceil((length + 1) / 8) * 8 - 1).subarray(0, length);
      return { value, label };
    });
    if (this.#int() !== 4) throw corrupt('labels are not followed by their variables');
    const indices = Array.from({ length: this.#count(4) }, () => this.#int());
    for (const index of indices) {
      const variable = variables.find(({ at }) => at === index - 1);
      if (!variable) throw corrupt('labels belong to a variable that is not there');
      for (const { value, label } of labels) {
        const key =
          variable.width === 0 ? viewOf(value).getFloat64(0, this.#isLittle) : latin1Of(value).replace(/[ \0]+$/, '');
        variable.labels.set(key, label);
      }
    }
  }

  #int(): number {
    return viewOf(this.#take(4)).getInt32(0, this.#isLittle);
  }

  /** A number of things, each of which takes so many bytes at least. */
  #count(leastBytes: number): number {
    const count = this.#int();
    if (count < 0) throw corrupt('a record has a negative length');
    if (this.at + count * leastBytes > this.#view.byteLength) throw truncated('a record of its dictionary is cut off');
    return count;
  }

  #take(count: number): Uint8Array {
    const start = this.at;
    if (start + count > this.#view.byteLength) throw truncated('its dictionary is cut off');
    this.at += count;
    return this.#bytes.subarray(start, this.at);
  }
}

function decoderOf(extensions: Extensions, isLittle: boolean): Dictionary['decode'] {
  const named = extensions.get(ENCODING.name);
  const machine = extensions.get(ENCODING.machine);
  // Numbers below those of code pages are of machines: ASCII, DEC Kanji, EBCDIC.
  const page = machine && machine.byteLength >= 32 ? viewOf(machine).getInt32(28, isLittle) : 0;
  const label = named ? latin1Of(named).trim() : (labelOfCodePage(page) ?? 'windows-1252');
  return decoderNamed(label) ?? utf8Of;
}

/** Variables by their long names, those that are parts of one long text joined. */
function named(raw: readonly Raw[], extensions: Extensions, decode: Dictionary['decode']): Variable[] {
  const pairsOf = (subtype: number): ReadonlyMap<string, string> => {
    const text = decode(extensions.get(subtype) ?? new Uint8Array());
    return new Map(
      text.split(/[\t\0]+/).flatMap((pair) => {
        const [, short, value] = /^([^=]+)=([^]*)$/.exec(pair) ?? [];
        return short === undefined ? [] : [[short.toUpperCase(), value!] as const];
      }),
    );
  };
  const longNames = pairsOf(ENCODING.longNames);
  const longStrings = pairsOf(ENCODING.longStrings);
  const variables: Variable[] = [];
  for (let index = 0; index < raw.length; index++) {
    const first = raw[index]!;
    const short = decode(first.name).trim();
    const width = Number(longStrings.get(short.toUpperCase()) ?? first.width);
    const segments = width > SEGMENT_BYTES ? Math.ceil(width / SEGMENT_STEP) : 1;
    const parts = raw.slice(index, index + segments);
    if (!Number.isInteger(width) || parts.length < segments || (segments > 1 && parts.some((part) => part.width === 0)))
      throw corrupt('the parts of a long text are missing');
    index += segments - 1;
    variables.push({
      name: longNames.get(short.toUpperCase()) ?? short,
      display: first.width > 0 ? 'number' : displayOf(first.format),
      width,
      at: first.at,
      parts: parts.map((part) => ({ at: part.at, bytes: part.width })),
      labels: new Map([...first.labels].map(([value, label]) => [value, decode(label).trimEnd()])),
      isDescribed: first.isDescribed,
      hasMissing: first.hasMissing,
    });
  }
  return variables;
}

/** By the third byte of its format: 20 to 41 are dates and times. */
function displayOf(format: number): Display {
  const type = (format >> 16) & 0xff;
  if ([20, 23, 24, 28, 29, 30, 38, 39].includes(type)) return 'date';
  if (type === 22 || type === 41) return 'moment';
  return type === 21 || type === 25 ? 'time' : 'number';
}
