import type { RunContext } from '../../../contract/codec.ts';
import { DataObject, type DataSource, type DataValue } from '../model.ts';
import { corrupt, createValueBudget, tooDeep } from '../errors.ts';
import { sourceOfValue } from '../plain-values.ts';
import { numberedRows, valueOfText } from '../tree-rows.ts';

/** The end of the name is the first bracket outside quotes that only a comment follows. */
const SECTION = /^\[((?:"(?:[^"\\]|\\.)*"|[^"])+?)\]\s*(?:[;#].*)?$/;
/** A name with a quotation mark that nothing closes. */
const UNQUOTED_SECTION = /^\[(.+?)\]\s*(?:[;#].*)?$/;
const QUOTED = /^"(?:[^"\\]|\\.)*"/;
/** In quotes every character means itself; brackets behind them make the entry an element of a list. */
const QUOTED_NAME = /^("(?:[^"\\]|\\.)*")\s*(\[\])?\s*(?=[=:]|$)/;
const PLAIN_NAME = /^[^=:]+/;
const INLINE_COMMENT = /\s[;#].*$/;

/** A section while it is read. */
interface Section {
  readonly entries: Map<string, Entry>;
  readonly sections: Map<string, Section>;
}

/** All values that a name was given; a list even of one value if its name ended in `[]`. */
interface Entry {
  readonly values: DataValue[];
  readonly isList: boolean;
}

/**
 * INI: sections, nested by the dots in their names; entries with `=` or `:`; comments with `;` or `#`. A name that
 * comes again, or that ends in `[]`, is a list. The sections `rows.1`, `rows.2` … are the rows of a list. Values are
 * typed as in CSV: where nothing is lost by it.
 */
export function readIni(text: string, { limits }: RunContext): DataSource {
  const root = emptySection();
  const budget = createValueBudget(limits);
  let section = root;
  for (const [index, source] of text.split(/\r\n|\n|\r/).entries()) {
    const line = source.trim();
    if (line === '' || line.startsWith(';') || line.startsWith('#')) continue;
    budget.take(1);
    const [, name] = SECTION.exec(line) ?? UNQUOTED_SECTION.exec(line) ?? [];
    if (name === undefined) addEntry(section, line, index + 1);
    else {
      const path = pathOf(name);
      if (path.length > limits.nesting) throw tooDeep(limits);
      section = path.reduce(childSection, root);
    }
  }
  return sourceOfValue(numberedRows(objectOf(root)));
}

/** `a.b` is a section in a section; in quotes or behind a backslash a dot is a dot. */
function pathOf(name: string): string[] {
  const parts = name.match(/"(?:[^"\\]|\\.)*"|(?:\\.|[^.])+/g) ?? [name];
  return parts.map((part) => unquote(part) ?? part.replaceAll('\\.', '.').trim());
}

function emptySection(): Section {
  return { entries: new Map(), sections: new Map() };
}

function childSection({ sections }: Section, name: string): Section {
  const child = sections.get(name) ?? emptySection();
  sections.set(name, child);
  return child;
}

function addEntry({ entries }: Section, line: string, number: number): void {
  const { length, name, isList } = quotedName(line) ?? plainName(line);
  if (length === 0) throw corrupt(`line ${number} has no name`, { line: number });
  const value = valueOf(line.slice(length));
  const known = entries.get(name);
  if (known) known.values.push(value);
  else entries.set(name, { values: [value], isList });
}

/** The beginning of an entry: so many characters say its name. */
interface EntryName extends Pick<Entry, 'isList'> {
  readonly length: number;
  readonly name: string;
}

function quotedName(line: string): EntryName | undefined {
  const [text = '', quoted = '', brackets] = QUOTED_NAME.exec(line) ?? [];
  const name = unquote(quoted);
  return name === undefined ? undefined : { length: text.length, name, isList: brackets !== undefined };
}

function plainName(line: string): EntryName {
  const [text = ''] = PLAIN_NAME.exec(line) ?? [];
  const given = text.trim();
  const isList = given.length > 2 && given.endsWith('[]');
  return { length: text.length, name: isList ? given.slice(0, -2).trimEnd() : given, isList };
}

/** The text behind the name, with its `=`; a name alone is switched on. */
function valueOf(rest: string): DataValue {
  if (rest === '') return true;
  const text = rest.slice(1).trim();
  const quoted = QUOTED.exec(text)?.[0];
  if (quoted !== undefined && /^\s*([;#].*)?$/.test(text.slice(quoted.length))) return unquote(quoted) ?? text;
  return valueOfText(text.replace(INLINE_COMMENT, '').trimEnd());
}

function unquote(text: string): string | undefined {
  if (QUOTED.exec(text)?.[0] !== text) return undefined;
  try {
    return JSON.parse(text) as string;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return text.slice(1, -1);
  }
}

function objectOf({ entries, sections }: Section): DataObject {
  const content = new Map<string, DataValue>();
  for (const [name, { values, isList }] of entries)
    content.set(name, isList || values.length > 1 ? values : values[0]!);
  for (const [name, inner] of sections) content.set(freeName(name, content, sections), objectOf(inner));
  return new DataObject([...content.keys()], [...content.values()]);
}

/** A section that is called like an entry beside it is told apart by dots. */
function freeName(name: string, content: ReadonlyMap<string, DataValue>, sections: Section['sections']): string {
  let free = name;
  while (content.has(free) || (free !== name && sections.has(free))) free += '.';
  return free;
}
