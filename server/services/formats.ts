import { setImmediate as othersTurn } from 'node:timers/promises';
import {
  ConversionError,
  type FormatInfo,
  formatOf,
  nearestFormats,
  type OptionInfo,
  type OptionId,
  optionSchema,
  type Plan,
  resolveFormat,
} from '../../engine/index.ts';
import type { ConversionEngine } from '../conversion-engine.ts';
import { ServiceError, serviceErrorOf } from '../errors.ts';
import { MergeQuery } from '../openapi/catalogue-schemas.ts';
import type { RouteStep } from '../stores/store.ts';
import { parseQuery } from './parse-query.ts';
import { routeOf } from './route.ts';

export interface FormatDetails extends FormatInfo {
  readonly targets: readonly Neighbour[];
  readonly sources: readonly Neighbour[];
  /** What the `options` of targets and sources refer to: hundreds of conversions share a few sets of options. */
  readonly optionSets: readonly JsonSchema[];
}

/** A format that another can be converted to or from, with its losses. */
export interface Neighbour {
  readonly id: string;
  readonly name: string;
  readonly lost: readonly string[];
  readonly gone: readonly string[];
  readonly route: readonly RouteStep[];
  /** Reference to the JSON Schema of the options that the conversion takes, within the answer. */
  readonly options: { readonly $ref: string };
}

/** A format that several files can be merged into. */
export type MergeTarget = Pick<Neighbour, 'id' | 'name' | 'lost' | 'gone'> & {
  readonly family: string;
  readonly options: JsonSchema;
};

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Formats {
  list(): readonly FormatInfo[];
  /** Takes an id or an alias. Throws `not_found`. */
  describe(name: string): Promise<FormatDetails>;
  /**
   * The formats that files of the formats in a query can be merged into. Throws a ServiceError for an unknown format.
   */
  mergeTargets(query: unknown): Promise<readonly MergeTarget[]>;
}

/** Size of the cache: there are more combinations of formats than anybody asks for. */
const KEPT_COMBINATIONS = 100;

/** Formats of the engine. They do not change while it runs, so each answer is computed once. */
export function createFormats(engine: ConversionEngine): Formats {
  let all: readonly FormatInfo[] | undefined;
  const described = new Map<string, Promise<FormatDetails>>();
  const combinations = new Map<string, Promise<readonly MergeTarget[]>>();
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
    async mergeTargets(query) {
      const { from } = parseQuery(MergeQuery, query);
      const formats = [...new Set(from.map((name) => resolveFormat(name) ?? name))].sort();
      const combination = formats.join();
      const known = combinations.get(combination);
      if (known) return known;
      const targets = findMergeTargets(engine, formats);
      targets.catch(() => combinations.delete(combination));
      if (combinations.size >= KEPT_COMBINATIONS) combinations.delete(combinations.keys().next().value!);
      combinations.set(combination, targets);
      return targets;
    },
  };
}

/** About two hundred plans of a few milliseconds each. Other work runs in between. */
async function describe(
  engine: ConversionEngine,
  all: readonly FormatInfo[],
  format: FormatInfo,
): Promise<FormatDetails> {
  const targets: Neighbour[] = [];
  const sources: Neighbour[] = [];
  const optionSets = new OptionSets();
  const neighbour = ({ id, name }: FormatInfo, from: string, to: string): Neighbour => {
    const { lost, gone, steps }: Plan = engine.plan(from, to);
    return { id, name, lost, gone, route: routeOf(steps), options: optionSets.refer(engine.optionsFor(from, to)) };
  };
  const targetIds = new Set<string>(format.read ? engine.targets(format.id) : []);
  for (const other of all) {
    const { id, read } = other;
    if (targetIds.has(id)) targets.push(neighbour(other, format.id, id));
    const isSource = id !== format.id && read && format.write && engine.targets(id).includes(format.id);
    if (isSource) sources.push(neighbour(other, id, format.id));
    await othersTurn();
  }
  return { ...format, targets, sources, optionSets: optionSets.schemas };
}

/** The distinct sets of options of one answer. */
class OptionSets {
  readonly schemas: JsonSchema[] = [];
  readonly #places = new Map<string, number>();

  refer(options: readonly OptionInfo[]): Neighbour['options'] {
    const name = options.map(({ id }) => id).join();
    const place = this.#places.get(name) ?? this.schemas.push(schemaOfAll(options)) - 1;
    this.#places.set(name, place);
    return { $ref: `#/data/optionSets/${place}` };
  }
}

async function findMergeTargets(engine: ConversionEngine, formats: readonly string[]): Promise<readonly MergeTarget[]> {
  try {
    const targets = await engine.mergeTargets(formats);
    return targets.map(({ id, lost, gone, options }) => {
      const { name, family } = formatOf(id);
      return { ...{ id, name, family, lost, gone }, options: schemaOfAll(options) };
    });
  } catch (error) {
    throw error instanceof ConversionError ? serviceErrorOf(error) : error;
  }
}

/** One object per option: it is shared by thousands of entries. */
const schemas = new Map<OptionId, JsonSchema>();

function schemaOf(id: OptionId): JsonSchema {
  const schema = schemas.get(id) ?? optionSchema(id);
  schemas.set(id, schema);
  return schema;
}

function schemaOfAll(options: readonly OptionInfo[]): JsonSchema {
  const properties = options.map(({ id }) => [id, schemaOf(id)]);
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

function unknownFormat(name: string): ServiceError {
  const nearest = nearestFormats(name);
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : '';
  const message = `There is no format ${JSON.stringify(name.slice(0, 32))}.${hint}`;
  return new ServiceError({ code: 'not_found', message, details: { nearest } });
}
