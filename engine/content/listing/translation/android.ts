import type { Limits } from '../../../contract/limits.ts';
import { childrenNamed, type XmlNode } from '../../../io/xml-tree.ts';
import { scanXml } from '../../../io/xml.ts';
import { corrupt } from '../failures.ts';
import { entryOf, textIn, type Entry, type Listing } from '../model.ts';
import { DECLARATION, element, lines, rootOf, textElement, textOfFile, xmlText } from '../text.ts';
import { formsWithOther, shownText } from './plurals.ts';
import { idOf, plainText } from './xliff.ts';

/** Texts of Android programs (`strings.xml`). Markup inside of texts is left out; the items of an array are numbered. */
export function readAndroid(bytes: Uint8Array, limits: Limits): Listing {
  const root = rootOf(bytes, limits, { mixed: true });
  if (root.name !== 'resources') throw corrupt('it holds no resources of Android');
  const notes = notesIn(textOfFile(bytes), limits);
  const entries: Entry[] = [];
  for (const node of root.children) {
    const name = node.attributes.get('name') ?? '';
    if (node.name === 'string')
      entries.push(entryOf({ id: name, source: unescaped(plainText(node)), note: notes.get(name) }));
    else if (node.name === 'string-array') entries.push(...itemsOf(node, name));
    else if (node.name === 'plurals') entries.push(entryOf({ id: name, ...formsIn(node), note: notes.get(name) }));
  }
  return { entries };
}

function itemsOf(node: XmlNode, name: string): Entry[] {
  return childrenNamed(node, 'item').map((item, index) =>
    entryOf({ id: `${name}[${index}]`, source: unescaped(plainText(item)) }),
  );
}

function formsIn(node: XmlNode): Record<string, string> {
  return Object.fromEntries(
    childrenNamed(node, 'item').map((item) => [item.attributes.get('quantity') ?? 'other', unescaped(plainText(item))]),
  );
}

/** Comments before an element are notes for translators. */
function notesIn(text: string, limits: Limits): Map<string, string> {
  const notes = new Map<string, string>();
  let last = 0;
  let depth = 0;
  scanXml(
    text,
    {
      open(_name, attributes, start) {
        const comment =
          depth === 1 ? /<!--((?:[^-]|-(?!->))*)-->\s*$/.exec(text.slice(last, start))?.[1]?.trim() : undefined;
        const id = attributes.get('name');
        if (comment && id !== undefined) notes.set(id, comment);
        depth++;
      },
      close(_name, _start, end) {
        depth--;
        last = end;
      },
      text: () => undefined,
    },
    limits.nesting,
    { doctype: 'skip' },
  );
  return notes;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** White space counts once, and not at the ends, unless the text is quoted. */
function unescaped(text: string): string {
  const pieces = text.match(/"(?:[^"\\]|\\[^])*"|\\u[0-9a-fA-F]{4}|\\[^]|\s+|[^\s"\\]+|["\\]/g) ?? [];
  const spelled = pieces.map((piece) => (/^\s/.test(piece) ? ' ' : piece));
  if (spelled[0] === ' ') spelled.shift();
  if (spelled.at(-1) === ' ') spelled.pop();
  return spelled
    .map((piece) => (piece.startsWith('"') && piece.length > 1 ? piece.slice(1, -1) : piece))
    .join('')
    .replace(/\\(?:u([0-9a-fA-F]{4})|([^]))/g, (_whole, code?: string, letter?: string) =>
      code === undefined ? (ESCAPES[letter!] ?? letter!) : String.fromCharCode(parseInt(code, 16)),
    );
}

/** Characters that would be taken for something else, and white space that would be lost. */
function escaped(text: string): string {
  const spelled = text
    .replaceAll('\\', '\\\\')
    .replace(/["']/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r')
    .replace(/^[@?]/, '\\$&');
  return /^ | $| {2}/.test(spelled) ? `"${spelled}"` : spelled;
}

export function writeAndroid({ entries }: Listing): string {
  const named = entries.map((entry) => ({ entry, name: idOf(entry, 'androidstrings') }));
  const written: string[] = [];
  for (let at = 0; at < named.length; at++) {
    const items = named[at]!.name.endsWith('[0]') ? arrayFrom(named.slice(at)) : [];
    if (items.length > 0) {
      const texts = items.map(({ entry }) => textElement('item', escaped(shownText(entry) ?? '')));
      written.push(element('string-array', { name: named[at]!.name.slice(0, -3) }, `\n${lines(...texts)}`));
      at += items.length - 1;
    } else written.push(elementOf(named[at]!.entry, named[at]!.name));
  }
  return `${DECLARATION}${element('resources', {}, `\n${lines(...written)}`)}\n`;
}

/** The texts of an array, which are numbered from 0 and follow each other. */
function arrayFrom<T extends { readonly name: string }>(named: readonly T[]): readonly T[] {
  const first = named[0]?.name ?? '';
  if (!first.endsWith('[0]')) return [];
  const end = named.findIndex(({ name }, index) => name !== `${first.slice(0, -3)}[${index}]`);
  return end < 0 ? named : named.slice(0, end);
}

function elementOf(entry: Entry, name: string): string {
  const forms = formsWithOther(entry);
  const note = textIn(entry, 'note');
  const items = forms.map(([quantity, text]) => textElement('item', escaped(text), { quantity }));
  const written =
    forms.length > 0
      ? element('plurals', { name }, `\n${lines(...items)}`)
      : textElement('string', escaped(shownText(entry) ?? ''), { name });
  return note === undefined ? written : `<!-- ${commentText(note)} -->\n${written}`;
}

/** Two hyphens would end a comment. */
function commentText(note: string): string {
  return xmlText(note).replaceAll('--', '- -').replace(/-$/, '- ');
}
