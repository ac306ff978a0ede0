import type { Limits } from '../../../contract/limits.ts';
import { childrenNamed, type XmlNode } from '../../../io/xml-tree.ts';
import { corrupt } from '../failures.ts';
import { entryOf, textIn, type Entry, type Listing } from '../model.ts';
import { DECLARATION, element, lines, rootOf, textElement } from '../text.ts';
import { languageOf, sourceLanguageOf } from './languages.ts';
import { idOf, plainText, sourceOf } from './xliff.ts';

/** Translation Memory eXchange 1.4: a unit is an entry for each language beside its source. */
export function readTmx(bytes: Uint8Array, limits: Limits): Listing {
  const root = rootOf(bytes, limits, { mixed: true });
  if (root.name !== 'tmx') throw corrupt('it is no translation memory');
  const header = childrenNamed(root, 'header')[0];
  const common = header?.attributes.get('srclang');
  const units = childrenNamed(root, 'body').flatMap((body) => childrenNamed(body, 'tu'));
  return { entries: units.flatMap((unit) => entriesOf(unit, common)) };
}

function entriesOf(unit: XmlNode, common: string | undefined): Entry[] {
  const variants = childrenNamed(unit, 'tuv').map((variant) => ({
    language: variant.attributes.get('lang') ?? '',
    text: childrenNamed(variant, 'seg').map(plainText).join(''),
  }));
  const wanted = (unit.attributes.get('srclang') ?? common ?? '').toLowerCase();
  const source =
    variants.find(({ language }) => language.toLowerCase() === wanted) ??
    variants.find(({ language }) => wanted !== '' && language.toLowerCase().startsWith(wanted)) ??
    variants[0];
  const shared = {
    id: unit.attributes.get('tuid'),
    source: source?.text,
    sourceLanguage: source?.language,
    note: childrenNamed(unit, 'note').map(plainText).join('\n'),
  };
  const others = variants.filter((variant) => variant !== source);
  if (others.length === 0) return [entryOf(shared)];
  return others.map(({ language, text }) => entryOf({ ...shared, target: text, language }));
}

export function writeTmx({ entries }: Listing): string {
  const source = sourceLanguageOf(entries) ?? 'und';
  const units = entries.map((entry) => {
    const target = textIn(entry, 'target');
    const language = textIn(entry, 'language') ?? languageOf(entries) ?? 'und';
    return element(
      'tu',
      { tuid: idOf(entry) },
      `\n${lines(
        textElement('note', textIn(entry, 'note')),
        variantOf(textIn(entry, 'sourceLanguage') ?? source, sourceOf(entry)),
        target !== undefined && variantOf(language, target),
      )}`,
    );
  });
  const header = element('header', {
    creationtool: 'athanor',
    creationtoolversion: '1',
    segtype: 'block',
    'o-tmf': 'text',
    adminlang: 'en',
    srclang: source,
    datatype: 'plaintext',
  });
  return `${DECLARATION}${element('tmx', { version: '1.4' }, `\n${header}\n${element('body', {}, `\n${lines(...units)}`)}\n`)}\n`;
}

function variantOf(language: string, text: string): string {
  return element('tuv', { 'xml:lang': language }, textElement('seg', text));
}
