import type { Limits } from '../../../contract/limits.ts';
import type { FormatId } from '../../../formats/index.ts';
import { childrenNamed, type XmlNode } from '../../../io/xml-tree.ts';
import { corrupt } from '../failures.ts';
import { heldTexts } from '../held.ts';
import { entryOf, NEEDS_REVIEW, textIn, type Entry, type Listing } from '../model.ts';
import { DECLARATION, element, lines, rootOf, textElement } from '../text.ts';
import { languageOf, sourceLanguageOf, withLanguages } from './languages.ts';

const UNREVIEWED = /^(needs-|new$)/;

/** XLIFF 1.2 and 2.0 (OASIS): units with the text that is to be translated and its translation. Codes inside of texts are left out. */
export function readXliff(bytes: Uint8Array, limits: Limits): Listing {
  const root = rootOf(bytes, limits, { mixed: true });
  if (root.name !== 'xliff') throw corrupt('it is no XLIFF');
  const isSecond = (root.attributes.get('version') ?? '').startsWith('2');
  const languages = (node: XmlNode) => ({
    source: node.attributes.get('source-language') ?? root.attributes.get('srcLang'),
    target: node.attributes.get('target-language') ?? root.attributes.get('trgLang'),
  });
  const files = childrenNamed(root, 'file');
  return {
    entries: files.flatMap((file) =>
      [...unitsIn(file, isSecond ? 'unit' : 'trans-unit')].map((unit) =>
        withLanguages(isSecond ? unitOf(unit) : transUnitOf(unit), languages(file)),
      ),
    ),
  };
}

function* unitsIn(node: XmlNode, name: string): Generator<XmlNode> {
  for (const child of node.children) {
    if (child.name === name) yield child;
    else if (['body', 'group'].includes(child.name)) yield* unitsIn(child, name);
  }
}

function transUnitOf(unit: XmlNode): Entry {
  const target = childrenNamed(unit, 'target')[0];
  const context = unit.children
    .filter(({ name }) => name === 'context-group')
    .flatMap((group) => childrenNamed(group, 'context'))
    .find(({ attributes }) => attributes.get('context-type') === 'x-context');
  return entryOf({
    id: unit.attributes.get('resname') ?? unit.attributes.get('id'),
    context: context && plainText(context),
    source: plainOf(unit, 'source'),
    target: plainOf(unit, 'target'),
    state: UNREVIEWED.test(target?.attributes.get('state') ?? '') && plainOf(unit, 'target') ? NEEDS_REVIEW : undefined,
    note: childrenNamed(unit, 'note').map(plainText).join('\n'),
  });
}

/** The second version divides a unit into segments; what stands between them belongs to its text. */
function unitOf(unit: XmlNode): Entry {
  const segments = unit.children.filter(({ name }) => name === 'segment' || name === 'ignorable');
  const joined = (name: string): string => segments.map((segment) => plainOf(segment, name) ?? '').join('');
  const notes = childrenNamed(unit, 'notes').flatMap((list) => childrenNamed(list, 'note'));
  const of = (category: string): string =>
    notes
      .filter(({ attributes }) => (attributes.get('category') ?? 'note') === category)
      .map(plainText)
      .join('\n');
  return entryOf({
    id: unit.attributes.get('name') ?? unit.attributes.get('id'),
    context: of('context'),
    source: joined('source'),
    target: joined('target'),
    state:
      segments.some(({ attributes }) => attributes.get('state') === 'initial') && joined('target')
        ? NEEDS_REVIEW
        : undefined,
    note: of('note'),
  });
}

function plainOf(node: XmlNode, name: string): string | undefined {
  const child = childrenNamed(node, name)[0];
  return child && plainText(child);
}

/** Text with that of the elements inside, which mark it; placeholders stand for codes and are nothing. */
export function plainText(node: XmlNode): string {
  return node.children
    .map((child) => (child.name === '#text' ? child.text : CODES.has(child.name) ? '' : plainText(child)))
    .join('');
}

/** Native code of the file that was translated (XLIFF 1.2, 2.4; TMX 1.4, 4.2). */
const CODES: ReadonlySet<string> = new Set(['bpt', 'ept', 'ph', 'it', 'x', 'bx', 'ex', 'ut', 'sub', 'sc', 'ec']);

export function writeXliff({ entries }: Listing): string {
  const units = entries.map((entry, index) => {
    const target = textIn(entry, 'target');
    const context = textIn(entry, 'context');
    return element(
      'trans-unit',
      { id: String(index + 1), resname: idOf(entry), 'xml:space': 'preserve' },
      `\n${lines(
        textElement('source', sourceOf(entry)),
        textElement('target', target, { state: entry.has('state') ? 'needs-review-translation' : undefined }),
        textElement('note', textIn(entry, 'note')),
        context !== undefined &&
          element('context-group', {}, textElement('context', context, { 'context-type': 'x-context' })),
      )}`,
    );
  });
  const attributes = {
    original: 'texts',
    datatype: 'plaintext',
    'source-language': sourceLanguageOf(entries) ?? 'und',
    'target-language': languageOf(entries),
  };
  const file = element('file', attributes, `\n${element('body', {}, `\n${lines(...units)}`)}\n`);
  return `${DECLARATION}${element('xliff', { version: '1.2', xmlns: 'urn:oasis:names:tc:xliff:document:1.2' }, `\n${file}\n`)}\n`;
}

export function writeXliff2({ entries }: Listing): string {
  const units = entries.map((entry, index) => {
    const [context, note] = [textIn(entry, 'context'), textIn(entry, 'note')];
    const notes =
      textElement('note', context, { category: 'context' }) + textElement('note', note, { category: 'note' });
    const inside = textElement('source', sourceOf(entry)) + textElement('target', textIn(entry, 'target'));
    return element(
      'unit',
      { id: String(index + 1), name: idOf(entry), 'xml:space': 'preserve' },
      `\n${lines(notes !== '' && element('notes', {}, notes), element('segment', { state: entry.has('state') ? 'initial' : undefined }, inside))}`,
    );
  });
  const attributes = {
    version: '2.0',
    xmlns: 'urn:oasis:names:tc:xliff:document:2.0',
    srcLang: sourceLanguageOf(entries) ?? 'und',
    trgLang: languageOf(entries),
  };
  return `${DECLARATION}${element('xliff', attributes, `\n${element('file', { id: 'texts' }, `\n${lines(...units)}`)}\n`)}\n`;
}

export function idOf(entry: Entry, format: FormatId = 'applestrings'): string {
  const texts = heldTexts(new Map([...entry.keys()].map((name) => [name, textIn(entry, name) ?? ''])), format);
  return texts.get('id') ?? '';
}

/** What is to be translated: of an entry of plural forms the general one. */
export function sourceOf(entry: Entry): string {
  return textIn(entry, 'source') ?? textIn(entry, 'other') ?? textIn(entry, 'one') ?? '';
}
