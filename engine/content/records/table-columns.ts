import type { RunContext } from '../../contract/codec.ts';

/** Names that are told; of more of them only the number. */
const MAX_TOLD = 20;

/** Tells which columns of a table have no name, or one that another has: in data each needs a name of its own. */
export function tellMadeNames(header: readonly string[], { warn }: Pick<RunContext, 'warn'>): void {
  const names = uniqueColumnNames(header);
  const made = names.filter((name, index) => name !== header[index]);
  if (made.length === 0) return;
  const listed = made.slice(0, MAX_TOLD).join(', ');
  warn({
    code: 'column_named',
    message: `${made.length} columns have no name, or the name of another column. They were called ${listed}${made.length > MAX_TOLD ? ' …' : ''}.`,
    details: { count: made.length, columns: made.slice(0, MAX_TOLD) },
  });
}

/** The name of the column at an index from 0 that has none. */
function columnName(index: number): string {
  return `column_${index + 1}`;
}

/**
 * Names for the columns of a table, made from its header: empty ones get a number, repeated ones a suffix (`name_2`),
 * so that no value is lost.
 */
export function uniqueColumnNames(header: readonly string[]): string[] {
  const used = new Set(header);
  const seen = new Set<string>();
  return header.map((name, index) => {
    const wanted = name === '' ? columnName(index) : name;
    const unique = seen.has(wanted) || (name === '' && used.has(wanted)) ? freeName(wanted, seen, used) : wanted;
    seen.add(unique);
    return unique;
  });
}

function freeName(name: string, seen: ReadonlySet<string>, used: ReadonlySet<string>): string {
  for (let number = 2; ; number++) {
    const candidate = `${name}_${number}`;
    if (!seen.has(candidate) && !used.has(candidate)) return candidate;
  }
}

/** Names for a row that has more cells than the header: the header's, then numbered ones. */
export function extendColumnNames(names: readonly string[], count: number): string[] {
  const taken = new Set(names);
  const extended = [...names];
  for (let index = names.length; index < count; index++) {
    const name = columnName(index);
    extended.push(taken.has(name) ? freeName(name, taken, taken) : name);
    taken.add(extended.at(-1)!);
  }
  return extended;
}
