/** One event or contact as a record of texts; `other` holds what has no field of its own, as the file spells it. */
export type CalendarRecord = { [name: string]: string | CalendarRecord };

/** Puts a value under a name, or under the same name with the next number. */
export function addNumbered(record: CalendarRecord, name: string, value: string | CalendarRecord): string {
  let free = name;
  for (let number = 2; Object.hasOwn(record, free); number++) free = `${name}${number}`;
  record[free] = value;
  return free;
}

/** The texts under a name and its numbers, in their order. */
export function* numbered(
  record: CalendarRecord,
  name: string,
): Generator<readonly [key: string, value: string | CalendarRecord]> {
  for (let number = 1; ; number++) {
    const key = number === 1 ? name : `${name}${number}`;
    const value = record[key];
    if (value === undefined) return;
    yield [key, value];
  }
}

export function textAt(record: CalendarRecord, name: string): string | undefined {
  const value = record[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A record of any JSON data: columns of a table may spell inner names with dots. */
export function recordOfJson(row: unknown): CalendarRecord | undefined {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return undefined;
  const record: CalendarRecord = {};
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === undefined || value === '') continue;
    const inner = typeof value === 'object' ? recordOfJson(value) : undefined;
    if (inner) record[name] = inner;
    else place(record, name, Array.isArray(value) ? value.map(String).join(', ') : String(value));
  }
  return record;
}

const INNER_NAME = /^(other|address\d*)\.(.+)$/s;

function place(record: CalendarRecord, name: string, value: string): void {
  const [, outer, inner] = INNER_NAME.exec(name) ?? [];
  if (outer === undefined) {
    record[name] = value;
    return;
  }
  const existing = record[outer];
  const group = typeof existing === 'object' ? existing : {};
  group[inner!] = value;
  record[outer] = group;
}
