import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  type Document,
  type Node,
  type Pair,
  type Scalar,
} from 'yaml';
import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import { DataObject, ExactNumber, isList, type DataScalar, type DataSource, type DataValue } from '../model.ts';
import { splitYamlList, type YamlListPart } from './list.ts';
import { corrupt, createValueBudget, tooDeep, type ValueBudget } from '../errors.ts';
import { compactJson } from '../json/writer.ts';
import { numberValue } from '../plain-values.ts';

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Values that aliases may add to a file, as a multiple of what is in it: an alias bomb doubles at every level. */
const MAX_ALIAS_GROWTH = 10;
const FREE_ALIAS_VALUES = 10_000;

/**
 * YAML 1.2 with the core schema: no tag makes anything but data. Several documents become a list. Aliases are written
 * out within bounds, merge keys (`<<`) are resolved. A long list is parsed in parts, so that it needs little memory.
 * Throws `input_corrupt` and `input_too_complex`.
 */
export function readYaml(text: string, context: RunContext): DataSource {
  const parts = splitYamlList(text);
  if (parts && parts.length > 1) return { isList: true, rows: () => rowsOfParts(parts, context) };
  const values = parseDocuments(text, context).map((document) => valueOfDocument(document, context.limits));
  const content = values.length === 1 ? values[0]! : values;
  return isList(content) ? { isList: true, rows: () => content } : { isList: false, rows: () => [content] };
}

function* rowsOfParts(parts: readonly YamlListPart[], context: RunContext): Generator<DataValue> {
  const budget = createValueBudget(context.limits);
  for (const { text, firstLine } of parts) {
    context.signal.throwIfAborted();
    for (const document of parseDocuments(text, context, firstLine)) {
      yield* valueOfDocument(document, context.limits, budget) as readonly DataValue[];
    }
  }
}

function parseDocuments(text: string, context: RunContext, firstLine = 1): Document.Parsed[] {
  const documents = parse(text, context.limits);
  for (const { errors, warnings } of documents) {
    const [error] = errors;
    if (error) {
      const line = firstLine + (error.linePos?.[0].line ?? 1) - 1;
      throw corrupt(`it is no valid YAML in line ${line}`, { line }, error);
    }
    if (warnings.length > 0) {
      context.warn({
        code: 'feature_dropped',
        message: 'Tags that are not part of YAML itself were left out; their values stay.',
        details: { count: warnings.length },
      });
    }
  }
  return documents;
}

function parse(text: string, limits: Limits): Document.Parsed[] {
  try {
    const documents = parseAllDocuments(text, {
      schema: 'core',
      customTags: ['binary'],
      resolveKnownTags: false, // what JSON has no like of (ordered maps, sets) stays the list or map that it is
      uniqueKeys: false,
      merge: true,
      logLevel: 'silent',
    });
    return Array.isArray(documents) ? documents : [];
  } catch (error) {
    // The parser calls itself for every level: the stack ends before memory does.
    if (error instanceof RangeError) throw tooDeep(limits);
    throw corrupt('it is no valid YAML', {}, error);
  }
}

function valueOfDocument(document: Document.Parsed, limits: Limits, budget = createValueBudget(limits)): DataValue {
  const walker = new NodeWalker(document, limits, budget);
  return walker.value(document.contents, 0);
}

class NodeWalker {
  readonly #document: Document.Parsed;
  readonly #limits: Limits;
  readonly #budget: ValueBudget;
  #own = 0;
  #added = 0;
  #aliasDepth = 0;

  constructor(document: Document.Parsed, limits: Limits, budget: ValueBudget) {
    this.#document = document;
    this.#limits = limits;
    this.#budget = budget;
  }

  value(node: Node | null, depth: number): DataValue {
    this.#count();
    if (depth > this.#limits.nesting) throw tooDeep(this.#limits);
    if (isAlias(node)) return this.#alias(node.resolve(this.#document), depth);
    if (isMap(node)) return this.#map(node.items as Pair<Node, Node | null>[], depth + 1);
    if (isSeq(node)) return node.items.map((item) => this.value(item as Node | null, depth + 1));
    return isScalar(node) ? scalarValue(node) : null;
  }

  #alias(target: Node | undefined, depth: number): DataValue {
    if (!target) throw corrupt('an alias refers to nothing');
    this.#aliasDepth++;
    const value = this.value(target, depth + 1);
    this.#aliasDepth--;
    return value;
  }

  #map(pairs: readonly Pair<Node, Node | null>[], depth: number): DataObject {
    const entries = new Map<string, DataValue>();
    for (const { key, value } of pairs) {
      if (isMergeKey(key)) this.#merge(value, entries, depth);
      else entries.set(this.#name(key, depth), this.value(value, depth));
    }
    return new DataObject([...entries.keys()], [...entries.values()]);
  }

  /** A merge key brings in what the map does not say itself (https://yaml.org/type/merge.html). */
  #merge(source: Node | null, entries: Map<string, DataValue>, depth: number): void {
    const value = this.value(source, depth);
    const maps = isList(value) ? value : [value];
    for (const map of maps) {
      if (!(map instanceof DataObject)) throw corrupt('a merge key has something else than a map');
      for (const [index, name] of map.names.entries()) if (!entries.has(name)) entries.set(name, map.values[index]!);
    }
  }

  #name(key: Node, depth: number): string {
    const value = this.value(key, depth);
    return typeof value === 'string' ? value : compactJson(value);
  }

  #count(): void {
    this.#budget.take(1);
    if (this.#aliasDepth === 0) this.#own++;
    else this.#added++;
    if (this.#added <= this.#own * MAX_ALIAS_GROWTH + FREE_ALIAS_VALUES) return;
    throw new ConversionError({
      code: 'input_too_complex',
      message: 'The aliases of the file would make it many times its size.',
      details: { limit: 'values', found: this.#own + this.#added },
    });
  }
}

/** The parser makes a symbol of a plain `<<`. */
function isMergeKey(key: Node): boolean {
  return isScalar(key) && typeof key.value === 'symbol' && key.value.description === '<<';
}

/** Numbers keep their digits; what JSON would write otherwise (`0x1F`) is written as there. */
function scalarValue({ value, source }: Scalar): DataScalar {
  if (typeof value === 'bigint') return new ExactNumber(String(value));
  if (value instanceof Uint8Array) return value;
  if (typeof value !== 'number') return typeof value === 'boolean' || value === null ? value : String(value);
  if (source !== undefined && JSON_NUMBER.test(source)) return new ExactNumber(source);
  return numberValue(value);
}
