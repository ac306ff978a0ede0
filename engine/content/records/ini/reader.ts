import type { RunContext } from '../../../contract/codec.ts';
import { DataObject, type DataSource, type DataValue } from '../model.ts';
import { typedText } from '../csv/reader.ts';
import { corrupt, createValueBudget, tooDeep } from '../errors.ts';
import { sourceOfValue } from '../plain-values.ts';
import { numberedRows } from '../tree-rows.ts';

const SECTION = /^\[(.+)\]\s*(?:[;#].*)?$/;
const QUOTED = /^"(?:[^"\\]|\\.)*"/;
const PLAIN_KEY = /^[^=:]+/;
const INLINE_COMMENT = /\s[;#].*$/;

/** A section while it is read: names with the values that they were given. */
type Section = Map<string, Section | DataValue[]>;

/**
 * INI: sections, nested by the dots in their names; entries with `=` or `:`; comments with `;` or `#`. A name that
 * comes again, or that ends in `[]`, is a list. The sections `rows.1`, `rows.2` … are the rows of a list. Values are
 * typed as in CSV: where nothing is lost by it.
 */
export function readIni(text: string, { limits }: RunContext): DataSource {
  const root: Section = new Map();
  const budget = createValueBudget(limits);
  let section = root;
  for (const [index, source] of text.split(/\r\n|\n|\r/).entries()) {
    const line = source.trim();
    if (line === '' || line.startsWith(';') || line.startsWith('#')) continue;
    budget.take(1);
    const [, name] = SECTION.exec(line) ?? [];
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

function childSection(parent: Section, name: string): Section {
  const known = parent.get(name);
  if (known instanceof Map) return known;
  const child: Section = new Map();
  // A name that is an entry as well stays one: the section is told apart by a dot.
  parent.set(known === undefined ? name : `${name}.`, child);
  return child;
}

function addEntry(section: Section, line: string, number: number): void {
  const keyText = (QUOTED.exec(line) ?? PLAIN_KEY.exec(line))?.[0];
  if (keyText === undefined) throw corrupt(`line ${number} has no name`, { line: number });
  const rest = line.slice(keyText.length).trim();
  const given = unquote(keyText) ?? keyText.trim();
  const isItem = rest.startsWith('[]') || (given.length > 2 && given.endsWith('[]'));
  const key = given.endsWith('[]') && isItem ? given.slice(0, -2) : given;
  const value = valueOf(rest.replace(/^\[\]\s*/, ''));
  const known = section.get(key);
  if (known instanceof Map) return void section.set(`${key}.`, [value]);
  if (known) known.push(value);
  else section.set(key, isItem ? Object.assign([value], { isItems: true }) : [value]);
}

/** The text behind the name, with its `=`; a name alone is switched on. */
function valueOf(rest: string): DataValue {
  if (rest === '') return true;
  const text = rest.slice(1).trim();
  const quoted = QUOTED.exec(text)?.[0];
  if (quoted !== undefined && /^\s*([;#].*)?$/.test(text.slice(quoted.length))) return unquote(quoted) ?? text;
  return typedText(text.replace(INLINE_COMMENT, '').trimEnd());
}

function unquote(text: string): string | undefined {
  if (!QUOTED.test(text)) return undefined;
  try {
    return JSON.parse(text) as string;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return text.slice(1, -1);
  }
}

function objectOf(section: Section): DataObject {
  const values = [...section.values()].map((value): DataValue => {
    if (value instanceof Map) return objectOf(value);
    return value.length === 1 && !('isItems' in value) ? value[0]! : value;
  });
  return new DataObject([...section.keys()], values);
}
