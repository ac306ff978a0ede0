import type { Limits } from '../../../contract/limits.ts';
import { compareBytes, concatBytes, utf8Bytes, viewOf } from '../../../io/bytes.ts';
import { decodeText } from '../../../io/text-encoding.ts';
import { corrupt, createValueBudget, truncated } from '../failures.ts';
import { textIn, type Entry, type Listing } from '../model.ts';
import { languageOf, sourceLanguageOf } from './languages.ts';
import { catalogueOf, headerOf, messageTexts } from './po.ts';
import { pluralFormsOf } from './plurals.ts';

const MAGIC = 0x950412de;
const HEADER_BYTES = 28;
/** Between the context and the text, and between plural forms. */
const CONTEXT_END = '\x04';
const FORM_END = '\0';

/** Compiled catalogues of gettext (GNU gettext manual, "The Format of GNU MO Files"). */
export function readMo(bytes: Uint8Array, limits: Limits): Listing {
  if (bytes.byteLength < HEADER_BYTES) throw truncated('its header is not whole');
  const view = viewOf(bytes);
  const isLittle = view.getUint32(0, true) === MAGIC;
  if (!isLittle && view.getUint32(0) !== MAGIC) throw corrupt('it is no compiled catalogue');
  const [count, originals, translations] = [8, 12, 16].map((at) => view.getUint32(at, isLittle));
  if (Math.max(originals!, translations!) + 8 * count! > bytes.byteLength)
    throw truncated('its tables are not whole', { count: count! });
  createValueBudget(limits).take(count!);
  let left = limits.expandedBytes;
  const pieceAt = (table: number, index: number): Uint8Array => {
    const [length, at] = [view.getUint32(table + 8 * index, isLittle), view.getUint32(table + 8 * index + 4, isLittle)];
    if (at + length > bytes.byteLength) throw truncated('a text lies behind its end');
    // Texts may lie on each other.
    if ((left -= length) < 0) throw corrupt('its texts overlap');
    return bytes.subarray(at, at + length);
  };
  const declared = declaredIn(pieceAt, count!, originals!, translations!);
  const pairs = Array.from({ length: count! }, (_, index) =>
    [originals!, translations!].map((table) => decodeText(pieceAt(table, index), declared).text),
  );
  const header = pairs.find(([original]) => original === '')?.[1] ?? '';
  return catalogueOf(
    header,
    pairs.filter(([original]) => original !== '').map(([a, b]) => messageOf(a!, b!)),
  );
}

function declaredIn(
  pieceAt: (table: number, index: number) => Uint8Array,
  count: number,
  originals: number,
  translations: number,
): string | undefined {
  if (count === 0 || pieceAt(originals, 0).byteLength > 0) return undefined;
  return /charset=([\w-]+)/i.exec(String.fromCharCode(...pieceAt(translations, 0).subarray(0, 4096)))?.[1];
}

function messageOf(original: string, translation: string) {
  const [head, rest] = original.includes(CONTEXT_END) ? original.split(CONTEXT_END, 2) : [undefined, original];
  const [source, plural] = rest!.split(FORM_END);
  const texts = new Map([['msgid', source!]]);
  if (head !== undefined) texts.set('msgctxt', head);
  if (plural === undefined) texts.set('msgstr', translation);
  else {
    texts.set('msgid_plural', plural);
    for (const [index, form] of translation.split(FORM_END).entries()) texts.set(`msgstr[${index}]`, form);
  }
  return { texts, notes: [], references: [] };
}

/** Messages are sorted, so that programs find them by halving. */
export function writeMo({ title, entries }: Listing): Uint8Array {
  const language = languageOf(entries);
  const forms = pluralFormsOf(language);
  const messages = entries.map((entry) => pairOf(messageTexts(entry), forms.names));
  messages.push(['', headerOf(language, sourceLanguageOf(entries), forms, title)]);
  const pairs = messages.map((pair) => pair.map(utf8Bytes)).sort(([a], [b]) => compareBytes(a!, b!));
  const tables = HEADER_BYTES + 16 * pairs.length;
  const head = new Uint8Array(tables);
  const view = viewOf(head);
  for (const [index, value] of [
    MAGIC,
    0,
    pairs.length,
    HEADER_BYTES,
    HEADER_BYTES + 8 * pairs.length,
    0,
    tables,
  ].entries())
    view.setUint32(4 * index, value, true);
  const parts: Uint8Array[] = [head];
  let at = tables;
  for (const column of [0, 1]) {
    for (const [index, pair] of pairs.entries()) {
      const text = pair[column]!;
      const field = HEADER_BYTES + 8 * (column * pairs.length + index);
      view.setUint32(field, text.byteLength, true);
      view.setUint32(field + 4, at, true);
      parts.push(text, new Uint8Array(1));
      at += text.byteLength + 1;
    }
  }
  return concatBytes(parts);
}

function pairOf(entry: Entry, names: readonly string[]): [string, string] {
  const context = textIn(entry, 'context');
  const plural = textIn(entry, 'plural');
  const source = textIn(entry, 'source') ?? '';
  const original =
    (context === undefined ? '' : context + CONTEXT_END) + source + (plural === undefined ? '' : FORM_END + plural);
  const forms = plural === undefined ? [textIn(entry, 'target') ?? ''] : names.map((name) => textIn(entry, name) ?? '');
  return [original, forms.join(FORM_END)];
}
