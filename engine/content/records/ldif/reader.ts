import type { RunContext } from '../../../contract/codec.ts';
import { bytesOfBase64, isUtf8Bytes, utf8Of } from '../../../io/bytes.ts';
import { corrupt, createValueBudget } from '../errors.ts';
import { DataObject, type DataSource, type DataValue } from '../model.ts';

const LINE = /^([\w;.-]+)(::|:<|:)[ \t]*(.*)$/;

/** Entries of a directory (LDIF, RFC 2849). An attribute with several values is a list; nothing that a value refers to is read. */
export function readLdif(text: string, { limits }: RunContext): DataSource {
  const budget = createValueBudget(limits);
  const entries: Map<string, DataValue[]>[] = [];
  let current: Map<string, DataValue[]> | undefined;
  // A line that begins with a blank goes on with the one before.
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('#')) continue;
    if (line === '') {
      current = undefined;
      continue;
    }
    const [, name, mark, value] = LINE.exec(line) ?? [];
    if (name === undefined) {
      if (line === '-') continue;
      throw corrupt(`line ${index + 1} is no attribute`, { line: index + 1 });
    }
    if (name === 'version' && !current) continue;
    budget.take(1);
    if (!current) entries.push((current = new Map()));
    const values = current.get(name) ?? [];
    values.push(mark === '::' ? decoded(value!) : value!);
    current.set(name, values);
  }
  const rows = entries.map(
    (entry) =>
      new DataObject(
        [...entry.keys()],
        [...entry.values()].map((values) => (values.length === 1 ? values[0]! : values)),
      ),
  );
  return { isList: true, rows: () => rows };
}

function decoded(text: string): DataValue {
  const bytes = bytesOfBase64(text);
  return isUtf8Bytes(bytes) ? utf8Of(bytes) : bytes;
}
