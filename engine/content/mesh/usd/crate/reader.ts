import { corruptMesh, tooComplex } from '../../failures.ts';
import { SPECIFIERS, type Layer, type Prim, type Property, type Value } from '../layer.ts';
import { CrateFile, SPEC, type Spec } from './file.ts';
import { CrateValues } from './values.ts';

export { isCrate } from './file.ts';

/** Fields of a prim that are no metadata: its parts are found by them. */
const STRUCTURE: ReadonlySet<string> = new Set([
  ...['specifier', 'typeName', 'properties', 'primChildren', 'variantSelection', 'variantSetChildren'],
]);
/** Fields of an attribute that are its value. */
const VALUES: ReadonlySet<string> = new Set(['default', 'timeSamples', 'connectionPaths', 'targetPaths', 'typeName']);

/**
 * Reads a layer of Universal Scene Description in binary (`usdc`): prims with their properties and metadata. Variants are
 * read as the selection of each set says. Throws `input_corrupt`, `input_truncated`, `input_too_complex` and
 * `unsupported_conversion`.
 */
export function readCrateLayer(bytes: Uint8Array, limits: { readonly nesting: number }): Layer {
  return new CrateLayer(new CrateFile(bytes, limits.nesting), limits.nesting).layer();
}

/** A prim, or a variant of one that is chosen. */
interface Source {
  readonly path: string;
  readonly spec: Spec;
}

class CrateLayer {
  readonly #file: CrateFile;
  readonly #values: CrateValues;
  readonly #maxDepth: number;

  constructor(file: CrateFile, maxDepth: number) {
    this.#file = file;
    this.#values = new CrateValues(file);
    this.#maxDepth = maxDepth;
  }

  layer(): Layer {
    const root = this.#file.specs.get('/');
    if (!root) return { metadata: new Map(), prims: [] };
    return {
      metadata: this.#metadata([{ path: '/', spec: root }]),
      prims: this.#children([{ path: '/', spec: root }], '', 1),
    };
  }

  #children(sources: readonly Source[], parent: string, depth: number): Prim[] {
    if (depth > this.#maxDepth) throw tooComplex('nesting', this.#maxDepth, depth);
    const named = new Map<string, Source[]>();
    for (const { path, spec } of sources) {
      for (const name of this.#names(spec, 'primChildren')) {
        const below = path === '/' || path.endsWith('}') ? path + name : `${path}/${name}`;
        const child = this.#file.specs.get(below);
        if (child?.kind === SPEC.prim) named.set(name, [...(named.get(name) ?? []), { path: below, spec: child }]);
      }
    }
    return [...named].map(([name, own]) => this.#prim(name, own, parent, depth));
  }

  #prim(name: string, own: readonly Source[], parent: string, depth: number): Prim {
    const sources = own.flatMap((source) => [source, ...this.#variants(source)]);
    const path = `${parent}/${name}`;
    const fieldOf = (field: string): Value => {
      const value = sources.map(({ spec }) => spec.fields.get(field)).find((each) => each !== undefined);
      return value === undefined ? undefined : this.#values.valueOf(value);
    };
    return {
      specifier: SPECIFIERS.find((each) => each === fieldOf('specifier')) ?? 'over',
      type: String(fieldOf('typeName') ?? ''),
      name,
      path,
      metadata: this.#metadata(sources),
      properties: this.#properties(sources),
      children: this.#children(sources, path, depth + 1),
    };
  }

  /** The variants of a prim that are selected. */
  #variants({ path, spec }: Source): Source[] {
    const chosen = spec.fields.get('variantSelection');
    if (chosen === undefined) return [];
    return [...this.#values.selections(chosen)].flatMap(([set, name]) => {
      const below = `${path}{${set}=${name}}`;
      const variant = this.#file.specs.get(below);
      return variant ? [{ path: below, spec: variant }] : [];
    });
  }

  #properties(sources: readonly Source[]): Map<string, Property> {
    const properties = new Map<string, Property>();
    for (const { path, spec } of sources) {
      for (const name of this.#names(spec, 'properties')) {
        const property = this.#file.specs.get(`${path}.${name}`);
        if (!property || properties.has(name)) continue;
        for (const each of this.#propertiesOf(name, property)) properties.set(each.name, each);
      }
    }
    return properties;
  }

  /** An attribute, and beside it what it is connected to and how it changes, as text has them. */
  *#propertiesOf(name: string, { kind, fields }: Spec): Generator<Property> {
    const read = (field: string): Value => {
      const value = fields.get(field);
      return value === undefined ? undefined : this.#values.valueOf(value);
    };
    const type = kind === SPEC.relationship ? 'rel' : String(read('typeName') ?? '');
    const metadata = new Map(
      [...fields.keys()].filter((field) => !VALUES.has(field)).map((field) => [field, read(field)]),
    );
    yield { name, type, value: kind === SPEC.relationship ? read('targetPaths') : read('default'), metadata };
    for (const [suffix, field] of [
      ['timeSamples', 'timeSamples'],
      ['connect', 'connectionPaths'],
    ] as const)
      if (fields.has(field)) yield { name: `${name}.${suffix}`, type, value: read(field), metadata: new Map() };
  }

  #metadata(sources: readonly Source[]): Map<string, Value> {
    const metadata = new Map<string, Value>();
    for (const { spec } of sources)
      for (const [name, value] of spec.fields)
        if (!STRUCTURE.has(name) && !metadata.has(name)) metadata.set(name, this.#values.valueOf(value));
    return metadata;
  }

  #names({ fields }: Spec, field: string): readonly string[] {
    const value = fields.get(field);
    const names = value === undefined ? [] : this.#values.valueOf(value);
    if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
      throw corruptMesh('names of it are no texts');
    return names;
  }
}
