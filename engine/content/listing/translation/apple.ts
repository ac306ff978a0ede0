import type { Limits } from '../../../contract/limits.ts';
import { readPlist } from '../../records/plist/reader.ts';
import { DataObject, type DataValue } from '../../records/model.ts';
import { wholeValue } from '../../records/plain-values.ts';
import type { RunContext } from '../../../contract/codec.ts';
import { corrupt, createValueBudget } from '../failures.ts';
import { entryOf, jsonOfValue, PLURALS, textIn, type Entry, type Listing } from '../model.ts';
import { element, DECLARATION, lines, isObject, jsonOf, stringIn, textElement, textOfFile } from '../text.ts';
import { languageOf, sourceLanguageOf } from './languages.ts';
import { formsOf, formsWithOther, shownText } from './plurals.ts';
import { idOf } from './xliff.ts';

const TOKEN = /\s+|\/\/([^\n]*)|\/\*([^]*?)\*\/|"((?:[^"\\]|\\[^])*)"|([\w.$/:-]+)|([=;])/y;

/** Texts of Apple's programs (`.strings`): `"name" = "text";`, with comments before them. */
export function readAppleStrings(bytes: Uint8Array, limits: Limits): Listing {
  const text = textOfFile(bytes);
  const budget = createValueBudget(limits);
  const entries: Entry[] = [];
  let note: string | undefined;
  let words: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(text);
    if (!token) throw corrupt(`it is no list of texts from character ${at} on`, { character: at });
    const [, line, block, quoted, bare, mark] = token;
    if (line !== undefined || block !== undefined) note = (line ?? block)!.trim();
    else if (quoted !== undefined || bare !== undefined) words.push(bare ?? unescaped(quoted!));
    else if (mark === ';') {
      if (words.length === 0 || words.length > 2)
        throw corrupt(`a text has no name before character ${at}`, { character: at });
      budget.take(1);
      entries.push(entryOf({ id: words[0]!, source: words.at(-1)!, note: isNothing(note) ? undefined : note }));
      [words, note] = [[], undefined];
    }
  }
  if (words.length > 0) throw corrupt('it ends inside of a text');
  return { entries };
}

/** What Apple's tools write where there is no comment. */
function isNothing(note: string | undefined): boolean {
  return note === 'No comment provided by engineer.';
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unescaped(text: string): string {
  return text.replace(/\\(?:U([0-9a-fA-F]{4})|([^]))/g, (_whole, code?: string, letter?: string) =>
    code === undefined ? (ESCAPES[letter!] ?? letter!) : String.fromCharCode(parseInt(code, 16)),
  );
}

export function writeAppleStrings({ entries }: Listing): string {
  const quoted = (text: string): string =>
    `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r')}"`;
  return entries
    .map((entry) => {
      const note = textIn(entry, 'note')?.replaceAll('*/', '* /');
      const text = shownText(entry) ?? '';
      return `${note === undefined ? '' : `/* ${note} */\n`}${quoted(idOf(entry))} = ${quoted(text)};\n`;
    })
    .join('\n');
}

const FORMAT_KEY = 'NSStringLocalizedFormatKey';
const RULE = 'NSStringFormatSpecTypeKey';

/** Plural forms of Apple's programs (`.stringsdict`): of each text the forms of its one variable. */
export function readStringsdict(bytes: Uint8Array, context: RunContext): Listing {
  const root = wholeValue(readPlist(bytes, { context }));
  if (!(root instanceof DataObject)) throw corrupt('it holds no texts');
  return {
    entries: root.names.map((id, index) => {
      const value = jsonOfValue(root.values[index]!);
      if (!isObject(value)) throw corrupt(`the text ${id} has no forms`);
      const format = stringIn(value[FORMAT_KEY]) ?? '';
      const [name, rule] = Object.entries(value).find(([, each]) => isObject(each)) ?? [];
      const forms = isObject(rule) ? rule : {};
      // What stands around the variable belongs to each form.
      const around = (text: string): string => format.replace(`%#@${name}@`, () => text) || text;
      return entryOf({
        id,
        ...Object.fromEntries(
          PLURALS.flatMap((form) => (typeof forms[form] === 'string' ? [[form, around(forms[form])]] : [])),
        ),
        ...(rule === undefined ? { source: format } : {}),
      });
    }),
  };
}

const PLIST_TYPE =
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n';

export function writePlistOf(inside: string): string {
  return `${DECLARATION}${PLIST_TYPE}${element('plist', { version: '1.0' }, `\n${inside}\n`)}\n`;
}

export function dictOf(pairs: readonly (readonly [key: string, value: string])[]): string {
  return element('dict', {}, `\n${lines(...pairs.map(([key, value]) => `${textElement('key', key)}${value}`))}`);
}

export function writeStringsdict({ entries }: Listing): string {
  const dicts = entries.map((entry) => {
    const forms = formsWithOther(entry);
    const all = forms.length > 0 ? forms : [['other', shownText(entry) ?? ''] as const];
    const rule = dictOf([
      [RULE, textElement('string', 'NSStringPluralRuleType')],
      ['NSStringFormatValueTypeKey', textElement('string', 'd')],
      ...all.map(([name, text]) => [name, textElement('string', text)] as const),
    ]);
    return [
      idOf(entry),
      dictOf([
        [FORMAT_KEY, textElement('string', '%#@count@')],
        ['count', rule],
      ]),
    ] as const;
  });
  return writePlistOf(dictOf(dicts));
}

/** String catalogues of Xcode 15 (`.xcstrings`): an entry for each text in each language. */
export function readStringCatalogue(bytes: Uint8Array): Listing {
  const root = jsonOf(bytes);
  const strings = isObject(root) ? root['strings'] : undefined;
  if (!isObject(root) || !isObject(strings)) throw corrupt('it is no catalogue of texts');
  const sourceLanguage = stringIn(root['sourceLanguage']);
  return {
    entries: Object.entries(strings).flatMap(([id, value]) => {
      const { comment, localizations } = isObject(value) ? value : {};
      const byLanguage = isObject(localizations) ? Object.entries(localizations) : [];
      const own = byLanguage.find(([language]) => language === sourceLanguage)?.[1];
      const source = unitIn(own) ?? id;
      const shared = { id, source, note: stringIn(comment), sourceLanguage };
      const others = byLanguage.filter(([language]) => language !== sourceLanguage);
      if (others.length === 0) return [entryOf({ ...shared, ...formsIn(own) })];
      return others.map(([language, text]) => entryOf({ ...shared, target: unitIn(text), ...formsIn(text), language }));
    }),
  };
}

function unitIn(localization: unknown): string | undefined {
  const unit = isObject(localization) ? localization['stringUnit'] : undefined;
  return isObject(unit) ? stringIn(unit['value']) : undefined;
}

function formsIn(localization: unknown): Record<string, DataValue | undefined> {
  const variations = isObject(localization) ? localization['variations'] : undefined;
  const plural = isObject(variations) ? variations['plural'] : undefined;
  if (!isObject(plural)) return {};
  return Object.fromEntries(PLURALS.map((name) => [name, unitIn(plural[name])]));
}

export function writeStringCatalogue({ entries }: Listing): string {
  const sourceLanguage = sourceLanguageOf(entries) ?? 'en';
  const strings = Object.create(null) as Record<string, CatalogueText>;
  const common = languageOf(entries) ?? (entries.some((entry) => entry.has('target')) ? 'und' : sourceLanguage);
  for (const entry of entries) {
    const id = idOf(entry);
    const note = textIn(entry, 'note');
    strings[id] ??= { ...(note !== undefined && { comment: note }), extractionState: 'manual', localizations: {} };
    const { localizations } = strings[id];
    const source = textIn(entry, 'source');
    const unit = (value: string): object => ({ stringUnit: { state: 'translated', value } });
    if (source !== undefined && source !== id) localizations[sourceLanguage] ??= unit(source);
    const forms = formsOf(entry);
    const target = textIn(entry, 'target');
    const language = textIn(entry, 'language') ?? common;
    if (forms.length > 0)
      localizations[language] = {
        variations: { plural: Object.fromEntries(forms.map(([name, text]) => [name, unit(text)])) },
      };
    else if (target !== undefined) localizations[language] = unit(target);
  }
  return `${JSON.stringify({ sourceLanguage, strings, version: '1.0' }, null, 2)}\n`;
}

interface CatalogueText {
  readonly comment?: string;
  readonly extractionState: string;
  readonly localizations: Record<string, object>;
}
