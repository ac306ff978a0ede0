import type { Limits } from '../../../contract/limits.ts';
import { childrenNamed, type XmlNode } from '../../../io/xml-tree.ts';
import { corrupt } from '../failures.ts';
import { entryOf, NEEDS_REVIEW, textIn, type Entry, type Listing } from '../model.ts';
import { childText, DECLARATION, element, lines, rootOf, textElement } from '../text.ts';
import { languageOf, sourceLanguageOf, withLanguages } from './languages.ts';
import { messageTexts } from './po.ts';
import { hasForms, pluralFormsOf, pluralNames } from './plurals.ts';

/** Translations of Qt Linguist. Messages that vanished from the program are left out. */
export function readQt(bytes: Uint8Array, limits: Limits): Listing {
  const root = rootOf(bytes, limits);
  if (root.name !== 'TS') throw corrupt('it is no translation of Qt');
  const languages = { source: root.attributes.get('sourcelanguage'), target: root.attributes.get('language') };
  return {
    entries: childrenNamed(root, 'context').flatMap((context) => {
      const name = childText(context, 'name');
      return childrenNamed(context, 'message')
        .filter((message) => !/^(vanished|obsolete)$/.test(typeOf(message) ?? ''))
        .map((message) => withLanguages(entryOfMessage(message, name, languages.target), languages));
    }),
  };
}

function typeOf(message: XmlNode): string | undefined {
  return childrenNamed(message, 'translation')[0]?.attributes.get('type');
}

function entryOfMessage(message: XmlNode, context: string | undefined, language: string | undefined): Entry {
  const translation = childrenNamed(message, 'translation')[0];
  const isPlural = message.attributes.get('numerus') === 'yes';
  const forms = isPlural ? childrenNamed(translation, 'numerusform') : [];
  const names = pluralNames(language, forms.length);
  const source = childrenNamed(message, 'source')[0]?.text;
  const isDone = typeOf(message) !== 'unfinished';
  const target = isPlural ? undefined : translation?.text;
  return entryOf({
    context,
    source,
    plural: isPlural ? source : undefined,
    target,
    ...Object.fromEntries(forms.map(({ text }, index) => [names[index] ?? 'other', text])),
    state: isDone || !(target || forms.some(({ text }) => text)) ? undefined : NEEDS_REVIEW,
    note: ['comment', 'extracomment', 'translatorcomment'].flatMap((name) => childText(message, name) ?? []).join('\n'),
  });
}

export function writeQt({ entries }: Listing): string {
  const language = languageOf(entries);
  const { names } = pluralFormsOf(language);
  const contexts = Map.groupBy(entries.map(messageTexts), (entry) => textIn(entry, 'context') ?? '');
  const written = [...contexts].map(([name, messages]) =>
    element(
      'context',
      {},
      `\n${lines(textElement('name', name), ...messages.map((entry) => messageOf(entry, names)))}`,
    ),
  );
  const attributes = { version: '2.1', language, sourcelanguage: sourceLanguageOf(entries) };
  return `${DECLARATION}<!DOCTYPE TS>\n${element('TS', attributes, `\n${lines(...written)}`)}\n`;
}

function messageOf(entry: Entry, names: readonly string[]): string {
  const isPlural = hasForms(entry) || entry.has('plural');
  const target = textIn(entry, 'target');
  const isDone = !entry.has('state') && (hasForms(entry) || target !== undefined);
  const attributes = { type: isDone ? undefined : 'unfinished' };
  const translation = isPlural
    ? element(
        'translation',
        attributes,
        names.map((name) => textElement('numerusform', textIn(entry, name) ?? '')).join(''),
      )
    : textElement('translation', target ?? '', attributes);
  return element(
    'message',
    { numerus: isPlural ? 'yes' : undefined },
    `\n${lines(textElement('source', textIn(entry, 'source') ?? ''), textElement('extracomment', textIn(entry, 'note')), translation)}`,
  );
}
