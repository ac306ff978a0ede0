import type { Limits } from '../../../contract/limits.ts';
import { corrupt, createValueBudget } from '../failures.ts';
import { heldTexts } from '../held.ts';
import { entryOf, NEEDS_REVIEW, textIn, type Entry, type Listing } from '../model.ts';
import { cellsOfEntry } from '../rows.ts';
import { linesOf, textOfFile } from '../text.ts';
import { languageOf, sourceLanguageOf, withLanguages } from './languages.ts';
import { pluralFormsOf, pluralNames, type PluralForms } from './plurals.ts';

const CHARSET = /"Content-Type:[^"\n]*charset=([\w-]+)/i;
const KEYWORD = /^(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d{1,2})\])?)\s+(".*)$/;

/** One message as it stands in a catalogue. */
interface Message {
  readonly texts: Map<string, string>;
  readonly notes: string[];
  readonly references: string[];
  /** Its translation is a guess that somebody must look at. */
  isFuzzy?: boolean;
}

/** Catalogues of gettext, and their templates. Entries that are obsolete are no part of them. */
export function readPo(bytes: Uint8Array, limits: Limits): Listing {
  const declared = CHARSET.exec(String.fromCharCode(...bytes.subarray(0, 4096)))?.[1];
  const messages = messagesOf(linesOf(textOfFile(bytes, declared)), limits);
  const [first] = messages;
  const isHeader = first?.texts.get('msgid') === '' && !first.texts.has('msgctxt');
  return catalogueOf(isHeader ? (first.texts.get('msgstr') ?? '') : '', isHeader ? messages.slice(1) : messages);
}

/** Messages with the header that says their language. */
export function catalogueOf(header: string, messages: readonly Message[]): Listing {
  const target = fieldOf(header, 'Language');
  const source = fieldOf(header, 'X-Source-Language');
  return {
    entries: messages.map(({ texts, notes, references, isFuzzy }) => {
      const forms = [...texts].filter(([name]) => name.startsWith('msgstr['));
      const names = pluralNames(target, forms.length);
      const entry = entryOf({
        context: texts.get('msgctxt'),
        source: texts.get('msgid'),
        plural: texts.get('msgid_plural'),
        target: texts.get('msgstr'),
        ...Object.fromEntries(forms.map(([, text], index) => [names[index] ?? 'other', text])),
        state: isFuzzy ? NEEDS_REVIEW : undefined,
        note: notes.join('\n'),
        reference: references.join(' '),
      });
      return withLanguages(entry, { source, target });
    }),
  };
}

function fieldOf(header: string, name: string): string | undefined {
  return new RegExp(`^${name}:[ \\t]*(\\S.*?)[ \\t]*$`, 'im').exec(header)?.[1];
}

function messagesOf(lines: readonly string[], limits: Limits): Message[] {
  const budget = createValueBudget(limits);
  const messages: Message[] = [];
  let current = newMessage();
  let name: string | undefined;
  const end = (): void => {
    if (current.texts.has('msgid')) messages.push(current);
    current = newMessage();
    name = undefined;
  };
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#~')) {
      if (line === '' || current.texts.has('msgid')) end();
      continue;
    }
    if (line.startsWith('#')) {
      if (current.texts.has('msgid')) end();
      addComment(current, line);
      continue;
    }
    const keyword = KEYWORD.exec(line);
    if (keyword) {
      if (keyword[1] === 'msgid' && current.texts.has('msgid')) end();
      if (keyword[1] === 'msgctxt' && current.texts.has('msgid')) end();
      name = keyword[2] === undefined ? keyword[1]! : `msgstr[${keyword[2]}]`;
      budget.take(1);
      current.texts.set(name, unquoted(keyword[3]!, index));
    } else if (line.startsWith('"') && name !== undefined) {
      current.texts.set(name, current.texts.get(name)! + unquoted(line, index));
    } else throw corrupt(`line ${index + 1} is no part of a catalogue`, { line: index + 1 });
  }
  end();
  return messages;
}

function newMessage(): Message {
  return { texts: new Map(), notes: [], references: [] };
}

function addComment(message: Message, line: string): void {
  if (line.startsWith('#:')) message.references.push(...line.slice(2).trim().split(/\s+/).filter(Boolean));
  else if (/^#\.? (?=.)/.test(line) || line === '#.') message.notes.push(line.replace(/^#\.? ?/, ''));
  else if (line.startsWith('#,') && /\bfuzzy\b/.test(line)) message.isFuzzy = true;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|([0-7]{1,3})|([^]))/g;

function unquoted(text: string, index: number): string {
  const inside = /^"((?:[^"\\]|\\.)*)"$/.exec(text)?.[1];
  if (inside === undefined) throw corrupt(`a text is not quoted in line ${index + 1}`, { line: index + 1 });
  return inside.replace(ESCAPE, (_whole, hex?: string, octal?: string, letter?: string) => {
    if (letter !== undefined) return ESCAPES[letter] ?? letter;
    return String.fromCharCode(hex === undefined ? parseInt(octal!, 8) : parseInt(hex, 16));
  });
}

/** A catalogue; without translations a template. */
export function writePo({ title, entries }: Listing, isTemplate: boolean): string {
  const language = isTemplate ? undefined : languageOf(entries);
  const forms = pluralFormsOf(language);
  const blocks = entries.map((entry) => blockOf(messageTexts(entry), forms, isTemplate));
  const header = headerOf(language, sourceLanguageOf(entries), forms, title);
  return [headerBlock(isTemplate ? TEMPLATE_DATE + header : header), ...blocks].join('\n');
}

/** What templates have in place of a date, by which they are known. */
const TEMPLATE_DATE = 'PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\n';

/** What of an entry is in a catalogue. */
export function messageTexts(entry: Entry): Entry {
  const cells = cellsOfEntry(entry);
  const texts = new Map<string, string>();
  for (let at = 0; at + 1 < cells.length; at += 2) texts.set(cells[at]!, cells[at + 1]!);
  return heldTexts(texts, 'po');
}

/** The fields of a catalogue's header, one a line. */
export function headerOf(
  language: string | undefined,
  sourceLanguage: string | undefined,
  forms: PluralForms,
  title?: string,
): string {
  const fields = [
    ...(title === undefined ? [] : [`Project-Id-Version: ${title}`]),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Transfer-Encoding: 8bit',
    ...(language === undefined ? [] : [`Language: ${language}`]),
    ...(sourceLanguage === undefined ? [] : [`X-Source-Language: ${sourceLanguage}`]),
    `Plural-Forms: ${forms.header}`,
  ];
  return fields.map((field) => `${field}\n`).join('');
}

function headerBlock(header: string): string {
  return `msgid ""\nmsgstr ${quoted(header)}\n`;
}

function blockOf(entry: Entry, forms: PluralForms, isTemplate: boolean): string {
  const note = textIn(entry, 'note');
  const reference = textIn(entry, 'reference');
  const plural = textIn(entry, 'plural');
  const translations =
    plural === undefined
      ? [`msgstr ${quoted(isTemplate ? '' : (textIn(entry, 'target') ?? ''))}`]
      : forms.names.map((name, index) => `msgstr[${index}] ${quoted(isTemplate ? '' : (textIn(entry, name) ?? ''))}`);
  return [
    ...(note === undefined ? [] : linesOf(note).map((line) => `#. ${line}`.trimEnd())),
    ...(reference === undefined ? [] : [`#: ${reference.replaceAll(/\s+/g, ' ')}`]),
    ...(entry.has('state') && !isTemplate ? ['#, fuzzy'] : []),
    ...(entry.has('context') ? [`msgctxt ${quoted(textIn(entry, 'context')!)}`] : []),
    `msgid ${quoted(textIn(entry, 'source') ?? '')}`,
    ...(plural === undefined ? [] : [`msgid_plural ${quoted(plural)}`]),
    ...translations,
    '',
  ].join('\n');
}

const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '"': '\\"', '\\': '\\\\' };

// oxlint-disable-next-line no-control-regex -- they are written as escapes
const SPELLED = /[\u0000-\u001f"\\]/g;

/** Texts of several lines begin on a line of their own, as the tools of gettext write them. */
function quoted(text: string): string {
  const spell = (char: string): string => NAMES[char] ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
  const escape = (part: string): string => `"${part.replace(SPELLED, spell)}"`;
  const parts = text.match(/[^\n]*\n|[^\n]+$/g) ?? [''];
  return parts.length > 1 ? ['""', ...parts.map(escape)].join('\n') : escape(parts[0]!);
}
