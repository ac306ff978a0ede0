import type { Limits } from '../../../contract/limits.ts';
import { childrenNamed } from '../../../io/xml-tree.ts';
import { corrupt } from '../failures.ts';
import { entryOf, textIn, type Entry, type Listing } from '../model.ts';
import { childText, DECLARATION, element, isObject, jsonOf, lines, rootOf, stringIn, textElement } from '../text.ts';
import { languageOf } from './languages.ts';
import { formsWithOther, shownText } from './plurals.ts';
import { idOf } from './xliff.ts';

/** Resources of .NET programs. Values of other types than text are left out. */
export function readResx(bytes: Uint8Array, limits: Limits): Listing {
  const root = rootOf(bytes, limits);
  if (root.name !== 'root') throw corrupt('it holds no resources of .NET');
  const data = childrenNamed(root, 'data').filter(
    ({ attributes }) => !attributes.get('type') && !attributes.get('mimetype'),
  );
  return {
    entries: data.map((node) =>
      entryOf({
        id: node.attributes.get('name'),
        source: childrenNamed(node, 'value')[0]?.text,
        note: childText(node, 'comment'),
      }),
    ),
  };
}

const RESX_HEADERS = [
  ['resmimetype', 'text/microsoft-resx'],
  ['version', '2.0'],
  ['reader', 'System.Resources.ResXResourceReader, System.Windows.Forms'],
  ['writer', 'System.Resources.ResXResourceWriter, System.Windows.Forms'],
] as const;

export function writeResx({ entries }: Listing): string {
  const headers = RESX_HEADERS.map(([name, value]) => element('resheader', { name }, textElement('value', value)));
  const data = entries.map((entry) =>
    element(
      'data',
      { name: idOf(entry), 'xml:space': 'preserve' },
      textElement('value', shownText(entry) ?? '') + textElement('comment', textIn(entry, 'note')),
    ),
  );
  return `${DECLARATION}${element('root', {}, `\n${lines(...headers, ...data)}`)}\n`;
}

const PLURAL = /^\{\s*(\w+)\s*,\s*plural\s*,([^]*)\}\s*$/;

/** Application Resource Bundles, the texts of Flutter programs: plurals are messages of ICU. */
export function readArb(bytes: Uint8Array): Listing {
  const root = jsonOf(bytes);
  if (!isObject(root)) throw corrupt('it is no bundle of texts');
  const language = stringIn(root['@@locale']);
  const entries: Entry[] = [];
  for (const [id, text] of Object.entries(root)) {
    if (id.startsWith('@') || typeof text !== 'string') continue;
    const about = root[`@${id}`];
    const note = isObject(about) ? stringIn(about['description']) : undefined;
    const forms = formsIn(text);
    entries.push(entryOf({ id, ...(forms ?? { source: text }), note, language }));
  }
  return { entries };
}

/** The forms of a message that is one plural and nothing else; undefined for any other. */
function formsIn(message: string): Record<string, string> | undefined {
  const body = PLURAL.exec(message)?.[2];
  if (body === undefined) return undefined;
  const forms: Record<string, string> = {};
  let rest = body.trim();
  while (rest !== '') {
    const name = /^(=0|=1|=2|zero|one|two|few|many|other)\s*\{/.exec(rest);
    const end = name ? endOfBraces(rest, name[0].length - 1) : -1;
    if (!name || end < 0) return undefined;
    const form = EXACT[name[1]!] ?? name[1]!;
    forms[form] ??= rest.slice(name[0].length, end);
    rest = rest.slice(end + 1).trim();
  }
  return 'other' in forms ? forms : undefined;
}

const EXACT: Readonly<Record<string, string>> = { '=0': 'zero', '=1': 'one', '=2': 'two' };

function endOfBraces(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return -1;
}

export function writeArb({ entries }: Listing): string {
  const language = languageOf(entries);
  const bundle = Object.create(null) as Record<string, unknown>;
  if (language !== undefined) bundle['@@locale'] = language;
  for (const entry of entries) {
    const id = idOf(entry);
    const all = formsWithOther(entry);
    bundle[id] =
      all.length === 0
        ? (shownText(entry) ?? '')
        : `{count, plural, ${all.map(([name, text]) => `${name}{${text}}`).join(' ')}}`;
    const note = textIn(entry, 'note');
    const placeholders = all.length === 0 ? undefined : { count: { type: 'num' } };
    if (note !== undefined || placeholders)
      bundle[`@${id}`] = { ...(note !== undefined && { description: note }), ...(placeholders && { placeholders }) };
  }
  return `${JSON.stringify(bundle, null, 2)}\n`;
}
