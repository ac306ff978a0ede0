import { isMap, isScalar, isSeq, parseAllDocuments, type Document } from 'yaml';
import type { InspectRequest, RunContext } from '../../codec.ts';
import { cellsOfRow, createRecordObserver } from '../../verify/observe/records.ts';
import { hasContainers, notParsed, requireDepth, type TableContent } from './content.ts';

/** Aliases that may be written out: the parser's own guard against files that double at every level. */
const MAX_ALIASES = 10_000;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads YAML with the yaml package; numbers keep their digits. */
export function readYamlFile(text: string, _request: InspectRequest, context: RunContext): TableContent {
  const documents = parse(text);
  context.signal.throwIfAborted();
  const values = documents.map(toPlain);
  const content = values.length === 1 ? values[0] : values;
  requireDepth(content, context.limits);
  const rows = Array.isArray(content) ? (content as readonly unknown[]) : [content];
  const observer = createRecordObserver();
  for (const row of rows) observer.addRow(cellsOfRow(row));
  return { records: observer.facts(), isNested: !Array.isArray(content) || rows.some(hasContainers) };
}

function parse(text: string): Document.Parsed[] {
  try {
    const documents = parseAllDocuments(text, { schema: 'core', uniqueKeys: false, merge: true, logLevel: 'silent' });
    const list = Array.isArray(documents) ? documents : [];
    const error = list.flatMap(({ errors }) => errors)[0];
    if (error) throw notParsed('YAML', error, { where: `line ${error.linePos?.[0].line ?? 1}` });
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
    throw error instanceof ReferenceError || error instanceof RangeError ? notParsed('YAML', error) : error;
  }
}

function visitScalars(node: unknown): void {
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      if (isScalar(key) && typeof key.value === 'number') key.value = key.source ?? String(key.value);
      visitScalars(value);
    }
  } else if (isSeq(node)) for (const item of node.items) visitScalars(item);
  else if (isScalar(node) && typeof node.value === 'number') {
    const { source } = node;
    const raw = source !== undefined && JSON_NUMBER.test(source) ? source : JSON.stringify(node.value);
    node.value = raw === 'null' ? source : (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(raw);
  }
}
