import {
  type FormatInfo,
  nearestFormats,
  type OptionDeclaration,
  type Plan,
  resolveFormat,
} from '../../engine/index.ts';
import type { ConversionEngine } from '../conversion-engine.ts';
import { ServiceError } from '../errors.ts';
import { type RouteStep, routeOf } from './conversion-view.ts';

export interface FormatDetails extends FormatInfo {
  readonly targets: readonly Neighbour[];
  readonly sources: readonly Neighbour[];
}

/** A format that another can be converted to or from, with what that costs. */
export interface Neighbour {
  readonly id: string;
  readonly name: string;
  readonly lost: readonly string[];
  readonly gone: readonly string[];
  readonly route: readonly RouteStep[];
  /** JSON Schema of the options that the conversion takes. */
  readonly options: JsonSchema;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Formats {
  list(): readonly FormatInfo[];
  /** Takes an id or an alias. Throws `not_found`. */
  describe(name: string): FormatDetails;
}

/** The engine's formats do not change while it runs, so each answer is worked out once. */
export function createFormats(engine: ConversionEngine): Formats {
  let all: readonly FormatInfo[] | undefined;
  const described = new Map<string, FormatDetails>();
  const list = (): readonly FormatInfo[] => (all ??= engine.formats());

  return {
    list,
    describe(name) {
      const id = resolveFormat(name);
      const format = list().find((candidate) => candidate.id === id);
      if (!format) throw unknownFormat(name);
      const known = described.get(format.id);
      if (known) return known;
      const details = describe(engine, list(), format);
      described.set(format.id, details);
      return details;
    },
  };
}

function describe(engine: ConversionEngine, all: readonly FormatInfo[], format: FormatInfo): FormatDetails {
  const others = all.filter(({ id }) => id !== format.id);
  const targetIds = new Set<string>(format.read ? engine.targets(format.id) : []);
  const targets = all.filter(({ id }) => targetIds.has(id));
  const sources = others.filter(({ id, read }) => read && format.write && engine.targets(id).includes(format.id));
  return {
    ...format,
    targets: targets.map((target) => neighbour(engine, target, [format.id, target.id])),
    sources: sources.map((source) => neighbour(engine, source, [source.id, format.id])),
  };
}

function neighbour(
  engine: ConversionEngine,
  { id, name }: FormatInfo,
  [from, to]: readonly [string, string],
): Neighbour {
  const { lost, gone, hops }: Plan = engine.plan(from, to);
  return { id, name, lost, gone, route: routeOf(hops), options: optionsSchema(engine, from, to) };
}

function optionsSchema(engine: ConversionEngine, from: string, to: string): JsonSchema {
  const properties = engine.optionsFor(from, to).map(({ id, declaration }) => [id, schemaOf(declaration)]);
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

function schemaOf(declaration: OptionDeclaration): JsonSchema {
  const description = declaration.unit ? `${declaration.help} Unit: ${declaration.unit}.` : declaration.help;
  switch (declaration.type) {
    case 'integer':
    case 'number':
      return { type: declaration.type, minimum: declaration.min, maximum: declaration.max, description };
    case 'integers': {
      const items = { type: 'integer', minimum: declaration.min, maximum: declaration.max };
      return { type: 'array', items, minItems: 1, maxItems: declaration.maxCount, description };
    }
    case 'boolean':
      return { type: 'boolean', description };
    case 'choice':
      return { type: 'string', enum: declaration.choices, description };
    case 'text':
      return { type: 'string', maxLength: declaration.maxLength, description };
    case 'colour':
      return { type: 'string', pattern: '^#[0-9a-fA-F]{6}$', description };
    case 'pages':
      return { type: 'string', pattern: '^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$', description };
  }
}

function unknownFormat(name: string): ServiceError {
  const nearest = nearestFormats(name);
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : '';
  const message = `There is no format ${JSON.stringify(name.slice(0, 32))}.${hint}`;
  return new ServiceError({ code: 'not_found', message, details: { nearest } });
}
