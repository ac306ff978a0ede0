import { MiB } from '../../../../contract/limits.ts';
import { UnknownStructure } from './context.ts';
import { CoverageReader } from './coverage-reader.ts';
import { LOOKUP_NAMES, STRUCTS, type ScalarKind, type StructField, type LayoutTable } from './schema.ts';
import { BYTES_OF_SCALAR, scalarText } from './scalars.ts';
import { SubstitutionReader } from './substitution-reader.ts';
import { ValueReader } from './value-reader.ts';

/** Lines of one table: a few bytes can point to the same large part many times. */
const MAX_LINES = 2_000_000;
const MAX_CHARS = 128 * MiB;
const EXTENSION_TYPES = { GSUB: 7, GPOS: 9 } as const;
const USE_MARK_FILTERING_SET = 0x10;

/** What is known of a table while it is read. */
interface State {
  readonly tag: LayoutTable;
  version: number;
  /** Of the marks of the subtable that is read. */
  classes: number;
  /** The feature whose record was read last. */
  feature: string;
}

/** Reads tables of layout by their structures. Throws an UnknownStructure, and a RangeError for a damaged one. */
export class LayoutReader {
  readonly #view: DataView;
  readonly #signal: AbortSignal;
  readonly #coverage: CoverageReader;
  readonly #substitutions: SubstitutionReader;
  readonly #values: ValueReader;
  #lines: string[] = [];
  #chars = 0;

  /** `names` are those of the glyphs, as attributes hold them. */
  constructor(view: DataView, names: readonly string[], signal: AbortSignal) {
    this.#view = view;
    this.#signal = signal;
    this.#coverage = new CoverageReader(view, names);
    this.#substitutions = new SubstitutionReader(view, names, this.#coverage);
    this.#values = new ValueReader(view, this.#coverage);
  }

  lines(tag: LayoutTable): string[] {
    this.#lines = [];
    this.#struct(tag, 0, { tag, version: 1, classes: 0, feature: '' });
    return this.#lines;
  }

  #add(line: string): void {
    this.#chars += line.length;
    if (this.#lines.length > MAX_LINES || this.#chars > MAX_CHARS) throw new UnknownStructure();
    this.#lines.push(line);
  }

  #addAll(lines: Iterable<string>): void {
    for (const line of lines) this.#add(line);
  }

  /** An element for what an offset points to. */
  #element(name: string, struct: string, at: number, state: State, index = ''): void {
    const isFormatted = STRUCTS.has(`${struct}.${this.#view.getUint16(at)}`);
    this.#add(`<${name}${index}${isFormatted ? ` Format="${this.#view.getUint16(at)}"` : ''}>`);
    this.#struct(struct, at, state);
    this.#add(`</${name}>`);
  }

  #struct(struct: string, at: number, state: State): void {
    this.#signal.throwIfAborted();
    switch (struct) {
      case 'Coverage':
        return this.#addAll(this.#coverage.glyphLines(at));
      case 'ClassDef':
        return this.#addAll(this.#coverage.classLines(at));
      case 'Device':
        return this.#addAll(this.#values.deviceLines(at));
      case 'LookupList':
        return this.#lookups(at, state);
      default: {
        const fields = STRUCTS.get(struct);
        if (fields) return void this.#fields(fields, at, at, state);
        const formatted = STRUCTS.get(`${struct}.${this.#view.getUint16(at)}`);
        if (!formatted) throw new UnknownStructure();
        this.#fields(formatted, at + 2, at, state);
      }
    }
  }

  /** Fields from a place on; offsets are from `base`. Returns where they end. */
  #fields(fields: readonly StructField[], start: number, base: number, state: State): number {
    const counts = new Map<string, number>();
    let at = start;
    for (const field of fields) {
      if (field.since > state.version) continue;
      at = this.#field(field, at, base, { counts, state });
    }
    return at;
  }

  #field(field: StructField, at: number, base: number, { counts, state }: Context): number {
    const { kind, name, struct, isList, added } = field;
    const count = isList ? (counts.get(name) ?? state.classes) : 1;
    switch (kind) {
      case 'count':
        counts.set(name, Math.max(0, this.#view.getUint16(at) - added));
        return at + 2;
      case 'longCount':
        counts.set(name, this.#view.getUint32(at));
        return at + 4;
      case 'classes':
        state.classes = this.#view.getUint16(at);
        return at + 2;
      case 'zero':
        return at + 2;
      case 'params':
        this.#params(at, base, state);
        return at + 2;
      case 'offset':
      case 'long':
        return this.#offsets({ name, struct, isList, size: kind === 'long' ? 4 : 2, count }, at, base, state);
      case 'record': {
        const inner = STRUCTS.get(struct)!;
        let place = at;
        for (let index = 0; index < count; index++) {
          this.#add(`<${name} index="${index}">`);
          place = this.#fields(inner, place, base, state);
          this.#add(`</${name}>`);
        }
        return place;
      }
      case 'size':
      case 'axes':
      case 'values':
        throw new UnknownStructure();
      default:
        for (let index = 0; index < count; index++)
          this.#scalar(kind, name, at + index * BYTES_OF_SCALAR[kind], isList ? ` index="${index}"` : '', state);
        return at + count * BYTES_OF_SCALAR[kind];
    }
  }

  #offsets({ name, struct, isList, size, count }: Offsets, at: number, base: number, state: State): number {
    for (let index = 0; index < count; index++) {
      const place = at + index * size;
      const offset = size === 4 ? this.#view.getUint32(place) : this.#view.getUint16(place);
      const attribute = isList ? ` index="${index}"` : '';
      if (offset > 0) this.#element(name, struct, base + offset, state, attribute);
      else if (isList) this.#add(`<${name}${attribute} empty="1"/>`);
    }
    return at + count * size;
  }

  #scalar(kind: ScalarKind, name: string, at: number, index: string, state: State): void {
    const text = scalarText(this.#view, kind, at, this.#coverage);
    if (name === 'FeatureTag') state.feature = text;
    if (name === 'Version' && kind === 'fixed')
      state.version = this.#view.getUint16(at) + this.#view.getUint16(at + 2) / 10;
    this.#add(`<${name}${index} value="${text}"/>`);
  }

  #params(at: number, base: number, state: State): void {
    const offset = this.#view.getUint16(at);
    if (offset === 0) return;
    const kind = /^ss\d\d$/.test(state.feature)
      ? 'StylisticSet'
      : /^cv\d\d$/.test(state.feature)
        ? 'CharacterVariants'
        : state.feature === 'size'
          ? 'Size'
          : undefined;
    if (!kind) throw new UnknownStructure();
    this.#element(`FeatureParams${kind}`, `FeatureParams${kind}`, base + offset, state);
  }

  #lookups(at: number, state: State): void {
    for (let index = 0; index < this.#view.getUint16(at); index++) {
      this.#add(`<Lookup index="${index}">`);
      this.#lookup(at + this.#view.getUint16(at + 2 + index * 2), state);
      this.#add('</Lookup>');
    }
  }

  #lookup(at: number, state: State): void {
    const view = this.#view;
    const [declared, flags, count] = [0, 2, 4].map((offset) => view.getUint16(at + offset)) as [number, number, number];
    const subtables = Array.from({ length: count }, (_, index) => at + view.getUint16(at + 6 + index * 2));
    const isExtended = state.tag !== 'GDEF' && declared === EXTENSION_TYPES[state.tag];
    const type = isExtended && subtables.length > 0 ? view.getUint16(subtables[0]! + 2) : declared;
    const name = LOOKUP_NAMES[state.tag === 'GSUB' ? 'GSUB' : 'GPOS'][type];
    if (name === undefined) throw new UnknownStructure();
    this.#add(`<LookupType value="${type}"/>`);
    this.#add(`<LookupFlag value="${flags}"/>`);
    for (const [index, place] of subtables.entries())
      this.#subtable(name, isExtended ? place + view.getUint32(place + 4) : place, index, state);
    if (flags & USE_MARK_FILTERING_SET) this.#add(`<MarkFilteringSet value="${view.getUint16(at + 6 + count * 2)}"/>`);
  }

  #subtable(name: string, at: number, index: number, state: State): void {
    const place = ` index="${index}"`;
    const lines = this.#substitutions.lines(name, at) ?? this.#values.lines(name, at);
    if (!lines) return this.#element(name, name, at, state, place);
    const format = name.endsWith('Pos') ? ` Format="${this.#view.getUint16(at)}"` : '';
    this.#add(`<${name}${place}${format}>`);
    this.#addAll(lines);
    this.#add(`</${name}>`);
  }
}

interface Context {
  readonly counts: Map<string, number>;
  readonly state: State;
}

interface Offsets {
  readonly name: string;
  readonly struct: string;
  readonly isList: boolean;
  readonly size: 2 | 4;
  readonly count: number;
}
