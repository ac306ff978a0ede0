import { isMap, isScalar, isSeq, parseAllDocuments, type Document, type Scalar } from 'yaml';
import type { InspectRequest, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { MiB } from '../../contract/limits.ts';
import { splitYamlList, type YamlListPart } from '../../content/records/yaml/list.ts';
import { cellsOfRow, countContainers } from '../../content/records/canonical.ts';
import { createRecordObserver, HEAD_ROWS } from '../../content/records/inspect.ts';
import {
  hasContainers,
  notParsed,
  QUICK_WHOLE_BYTES,
  requireDepth,
  rowsOfPlain,
  type TableContent,
} from './content.ts';

/** Aliases that may be written out: the parser's own guard against files that double at every level. */
const MAX_ALIASES = 10_000;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A file of another form than a plain list is parsed as a whole: a quick inspection does without, beyond this size. */
const QUICK_TREE_CHARS = 4 * MiB;

/**
 * Reads YAML with the yaml package; numbers keep their digits. A long list is parsed in parts, and a quick inspection reads
 * only the first rows of it.
 */
export function readYamlFile(text: string, { effort }: InspectRequest, context: RunContext): TableContent {
  const parts = splitYamlList(text);
  const isQuick = effort === 'quick';
  if (parts && parts.length > 1) return readParts(parts, isQuick && text.length > QUICK_WHOLE_BYTES, context);
  if (isQuick && text.length > QUICK_TREE_CHARS) return { isNested: true };
  const values = parse(text).map(toPlain);
  const content = values.length === 1 ? values[0] : values;
  const isRows = Array.isArray(content);
  const observation = observe(context);
  requireDepth(content, context.limits);
  for (const row of rowsOfPlain(content) ?? [content]) observation.add(row);
  return { records: observation.facts(), isNested: !isRows || observation.isNested };
}

function readParts(parts: readonly YamlListPart[], onlyHead: boolean, context: RunContext): TableContent {
  const total = parts.reduce((sum, { items }) => sum + items, 0);
  const observation = observe(context);
  for (const { text, firstLine } of parts) {
    context.signal.throwIfAborted();
    for (const document of parse(text, firstLine)) {
      for (const row of toPlain(document) as readonly unknown[]) {
        if (!onlyHead || observation.rows < HEAD_ROWS) observation.add(row);
      }
    }
    if (onlyHead && observation.rows >= HEAD_ROWS) break;
  }
  return { records: observation.facts(total), isNested: observation.isNested };
}

function observe({ limits }: RunContext) {
  const observer = createRecordObserver();
  let isNested = false;
  return {
    get rows() {
      return observer.rows;
    },
    get isNested() {
      return isNested;
    },
    add(row: unknown) {
      requireDepth(row, limits);
      observer.addRow(cellsOfRow(row));
      isNested ||= hasContainers(row);
      observer.addContainers(countContainers(row));
    },
    facts: observer.facts,
  };
}

function parse(text: string, firstLine = 1): Document.Parsed[] {
  try {
    const documents = parseAllDocuments(text, {
      schema: 'core',
      customTags: ['binary'],
      resolveKnownTags: false, // what JSON has no like of (ordered maps, sets) stays the list or map that it is
      uniqueKeys: false,
      merge: true,
      logLevel: 'silent',
    });
    const list = Array.isArray(documents) ? documents : [];
    const error = list.flatMap(({ errors }) => errors)[0];
    const line = firstLine + (error?.linePos?.[0].line ?? 1) - 1;
    if (error) throw notParsed('YAML', error, { where: `line ${line}` });
    return list;
  } catch (error) {
    throw error instanceof RangeError ? notParsed('YAML', error) : error;
  }
}

/** Plain data of one document; numbers that JSON writes in the same way are `JSON.rawJSON` objects of their source. */
function toPlain(document: Document.Parsed): unknown {
  visitScalars(document.contents);
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
  } catch (error) {
    if (error instanceof ReferenceError) throw tooManyAliases(error);
    throw error instanceof RangeError ? notParsed('YAML', error) : error;
  }
}

function tooManyAliases(cause: Error): ConversionError {
  const message = 'The aliases of the file would make it many times its size.';
  return new ConversionError({ code: 'input_too_complex', message, details: { limit: 'values' } }, { cause });
}

function visitScalars(node: unknown): void {
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      if (isScalar(key) && typeof key.value === 'number') key.value = key.source ?? String(key.value);
      visitScalars(value);
    }
  } else if (isSeq(node)) for (const item of node.items) visitScalars(item);
  else if (isScalar(node)) node.value = plainScalar(node);
}

/** Numbers with their digits, bytes in Base64. */
function plainScalar({ value, source }: Scalar): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value !== 'number') return value;
  if (!Number.isFinite(value)) return value;
  const raw = source !== undefined && JSON_NUMBER.test(source) ? source : JSON.stringify(value);
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(raw);
}
