import { setImmediate as othersTurn } from 'node:timers/promises';
import {
  type FormatInfo,
  nearestFormats,
  type OptionId,
  optionSchema,
  type Plan,
  resolveFormat,
} from '../../engine/index.ts';
import type { ConversionEngine } from '../conversion-engine.ts';
import { ServiceError } from '../errors.ts';
import type { RouteStep } from '../stores/store.ts';
import { routeOf } from './route.ts';

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
  describe(name: string): Promise<FormatDetails>;
}

/** The engine's formats do not change while it runs, so each answer is worked out once. */
export function createFormats(engine: ConversionEngine): Formats {
  let all: readonly FormatInfo[] | undefined;
  const described = new Map<string, Promise<FormatDetails>>();
  const list = (): readonly FormatInfo[] => (all ??= engine.formats());

  return {
    list,
    async describe(name) {
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

/** Some two hundred plans, a few milliseconds each: between them others have their turn. */
async function describe(
  engine: ConversionEngine,
  all: readonly FormatInfo[],
  format: FormatInfo,
): Promise<FormatDetails> {
  const targets: Neighbour[] = [];
  const sources: Neighbour[] = [];
  const targetIds = new Set<string>(format.read ? engine.targets(format.id) : []);
  for (const other of all) {
    const { id, read } = other;
    if (targetIds.has(id)) targets.push(neighbour(engine, other, [format.id, id]));
    const isSource = id !== format.id && read && format.write && engine.targets(id).includes(format.id);
    if (isSource) sources.push(neighbour(engine, other, [id, format.id]));
    await othersTurn();
  }
  return { ...format, targets, sources };
}

function neighbour(
  engine: ConversionEngine,
  { id, name }: FormatInfo,
  [from, to]: readonly [string, string],
): Neighbour {
  const { lost, gone, hops }: Plan = engine.plan(from, to);
  return { id, name, lost, gone, route: routeOf(hops), options: optionsSchema(engine, from, to) };
}

/** Of each option one: it stands in thousands of neighbours. */
const schemas = new Map<OptionId, JsonSchema>();

function schemaOf(id: OptionId): JsonSchema {
  const schema = schemas.get(id) ?? optionSchema(id);
  schemas.set(id, schema);
  return schema;
}

function optionsSchema(engine: ConversionEngine, from: string, to: string): JsonSchema {
  const properties = engine.optionsFor(from, to).map(({ id }) => [id, schemaOf(id)]);
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

function unknownFormat(name: string): ServiceError {
  const nearest = nearestFormats(name);
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : '';
  const message = `There is no format ${JSON.stringify(name.slice(0, 32))}.${hint}`;
  return new ServiceError({ code: 'not_found', message, details: { nearest } });
}
