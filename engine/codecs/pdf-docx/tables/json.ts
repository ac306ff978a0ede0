import type { DocumentTable } from './document-tables.ts';
import { pureNumber, valuesOf } from './values.ts';

/** The tables as a list of objects; the first row of each names what the others hold. */
export function writeJsonTables(tables: readonly DocumentTable[]): Uint8Array {
  const listed = tables.map((table) => ({ title: table.title ?? null, page: table.page, rows: rowsOf(table) }));
  return new TextEncoder().encode(`${JSON.stringify(listed, null, 2)}\n`);
}

function rowsOf(table: DocumentTable): Record<string, string | number | null>[] {
  const names = columnNames(table.rows[0] ?? []);
  const values = valuesOf(table);
  return table.rows.slice(1).map((texts, index) => {
    const entries = texts.map((text, column): [string, string | number | null] => {
      return [names[column]!, text === '' ? null : (pureNumber(values[index + 1]![column]!)?.value ?? text)];
    });
    return Object.fromEntries(entries);
  });
}

/** Every column needs a name of its own. */
function columnNames(header: readonly string[]): string[] {
  const names: string[] = [];
  header.forEach((text, index) => {
    const name = text.replace(/\s+/g, ' ').trim() || `column ${index + 1}`;
    names.push(names.includes(name) ? `${name} (${index + 1})` : name);
  });
  return names;
}
