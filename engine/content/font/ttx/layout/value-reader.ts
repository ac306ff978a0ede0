import type { CoverageReader } from './coverage-reader.ts';
import { UnknownStructure } from './context.ts';
import { DEVICES, VALUES, VARIATION_INDEX } from './values.ts';

/** Reads the lookups that move glyphs by values. Throws an UnknownStructure, and a RangeError for a damaged one. */
export class ValueReader {
  readonly #view: DataView;
  readonly #coverage: CoverageReader;

  constructor(view: DataView, coverage: CoverageReader) {
    this.#view = view;
    this.#coverage = coverage;
  }

  /** The lines of a subtable; undefined for one of another kind. */
  lines(name: string, at: number): Iterable<string> | undefined {
    if (name === 'SinglePos') return this.#single(at);
    if (name !== 'PairPos') return undefined;
    return this.#view.getUint16(at) === 2 ? this.#classPairs(at) : this.#pairs(at);
  }

  *#single(at: number): Generator<string> {
    const view = this.#view;
    const format = view.getUint16(at);
    const values = view.getUint16(at + 4);
    yield* this.#coverageLines(at);
    yield `<ValueFormat value="${values}"/>`;
    if (format === 1) return yield* this.#valueLines('Value', at + 6, values, at);
    if (format !== 2) throw new UnknownStructure();
    for (let index = 0; index < view.getUint16(at + 6); index++)
      yield* this.#valueLines(`Value index="${index}"`, at + 8 + index * sizeOf(values), values, at);
  }

  *#pairs(at: number): Generator<string> {
    const view = this.#view;
    if (view.getUint16(at) !== 1) throw new UnknownStructure();
    const [first, second] = [view.getUint16(at + 4), view.getUint16(at + 6)];
    yield* this.#coverageLines(at);
    yield* [`<ValueFormat1 value="${first}"/>`, `<ValueFormat2 value="${second}"/>`];
    for (let index = 0; index < view.getUint16(at + 8); index++) {
      const set = at + view.getUint16(at + 10 + index * 2);
      yield `<PairSet index="${index}">`;
      for (let pair = 0; pair < view.getUint16(set); pair++) {
        const record = set + 2 + pair * (2 + sizeOf(first) + sizeOf(second));
        yield `<PairValueRecord index="${pair}">`;
        yield `<SecondGlyph value="${this.#coverage.name(view.getUint16(record))}"/>`;
        yield* this.#valueLines('Value1', record + 2, first, set);
        yield* this.#valueLines('Value2', record + 2 + sizeOf(first), second, set);
        yield '</PairValueRecord>';
      }
      yield '</PairSet>';
    }
  }

  *#classPairs(at: number): Generator<string> {
    const view = this.#view;
    const [first, second] = [view.getUint16(at + 4), view.getUint16(at + 6)];
    yield* this.#coverageLines(at);
    yield* [`<ValueFormat1 value="${first}"/>`, `<ValueFormat2 value="${second}"/>`];
    for (const number of [1, 2]) {
      yield `<ClassDef${number}>`;
      yield* this.#coverage.classLines(at + view.getUint16(at + 6 + number * 2));
      yield `</ClassDef${number}>`;
    }
    const columns = view.getUint16(at + 14);
    for (let row = 0; row < view.getUint16(at + 12); row++) {
      yield `<Class1Record index="${row}">`;
      for (let column = 0; column < columns; column++) {
        const record = at + 16 + (row * columns + column) * (sizeOf(first) + sizeOf(second));
        yield `<Class2Record index="${column}">`;
        yield* this.#valueLines('Value1', record, first, at);
        yield* this.#valueLines('Value2', record + sizeOf(first), second, at);
        yield '</Class2Record>';
      }
      yield '</Class1Record>';
    }
  }

  *#coverageLines(at: number): Generator<string> {
    yield '<Coverage>';
    yield* this.#coverage.glyphLines(at + this.#view.getUint16(at + 2));
    yield '</Coverage>';
  }

  /** `base` is what the offsets of devices are from. */
  *#valueLines(element: string, at: number, format: number, base: number): Generator<string> {
    if (format === 0) return;
    let place = at;
    let attributes = '';
    for (const [bit, name] of VALUES.entries()) {
      if (!(format & (1 << bit))) continue;
      attributes += ` ${name}="${this.#view.getInt16(place)}"`;
      place += 2;
    }
    const devices: string[] = [];
    for (const [bit, name] of DEVICES.entries()) {
      if (!(format & (0x10 << bit))) continue;
      const offset = this.#view.getUint16(place);
      place += 2;
      if (offset > 0) devices.push(`<${name}>`, ...this.deviceLines(base + offset), `</${name}>`);
    }
    if (devices.length === 0) return yield `<${element}${attributes}/>`;
    yield* [`<${element}${attributes}>`, ...devices, `</${element.split(' ')[0]}>`];
  }

  deviceLines(at: number): string[] {
    const view = this.#view;
    const [first, last, format] = [0, 2, 4].map((offset) => view.getUint16(at + offset)) as [number, number, number];
    const lines = [`<StartSize value="${first}"/>`, `<EndSize value="${last}"/>`, `<DeltaFormat value="${format}"/>`];
    if (format === VARIATION_INDEX) return lines;
    if (format < 1 || format > 3) throw new UnknownStructure();
    const bits = 1 << format;
    const deltas = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
      const word = view.getUint16(at + 6 + 2 * Math.floor((index * bits) / 16));
      const shift = 16 - bits - ((index * bits) % 16);
      return ((word >> shift) << (32 - bits)) >> (32 - bits);
    });
    return [...lines, `<DeltaValue value="[${deltas.join(', ')}]"/>`];
  }
}

/** Two bytes for each value. */
function sizeOf(format: number): number {
  let size = 0;
  for (let bit = 0; bit < 8; bit++) if (format & (1 << bit)) size += 2;
  return size;
}
