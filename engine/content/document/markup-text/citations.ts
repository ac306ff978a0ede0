import { contentOfDocument, startCounting, type MarkupContent } from './content.ts';
import { parse } from './notebook.ts';
import { readTex } from '../tex/reader.ts';

/** Fields that a reader of a bibliography sees, in whichever format. */
const BIBTEX_FIELDS =
  /^(?:author|editor|title|booktitle|journal|journaltitle|publisher|year|date|volume|number|pages|school|institution|doi|isbn|series|chapter)$/i;
const CSL_FIELDS = [
  'title',
  'container-title',
  'publisher',
  'volume',
  'issue',
  'number',
  'page',
  'DOI',
  'ISBN',
  'collection-title',
];
const RIS_FIELDS = /^(?:AU|A1|A2|ED|TI|T1|T2|JO|JF|JA|PB|PY|Y1|VL|IS|SP|EP|DO|SN)$/;

/** The order of fields and entries means nothing. */
function entries(values: readonly string[]): MarkupContent {
  return { ...startCounting(), text: '', notes: values };
}

/** The entries of a BibTeX file by their fields. */
export function readBibtex(source: string): MarkupContent {
  const values: string[] = [];
  const field = /([A-Za-z][\w-]*)\s*=\s*/g;
  for (let match = field.exec(source); match; match = field.exec(source)) {
    const { value, end } = valueAt(source, field.lastIndex);
    field.lastIndex = Math.max(end, field.lastIndex);
    if (BIBTEX_FIELDS.test(match[1]!)) values.push(contentOfDocument(readTex(value.replace(/\s+and\s+/g, '\n'))).text);
  }
  return entries(values);
}

function valueAt(source: string, start: number): { value: string; end: number } {
  const open = source[start];
  if (open !== '{' && open !== '"') {
    const value = /[^,}\s]*/y;
    value.lastIndex = start;
    const bare = value.exec(source)![0];
    return { value: /^\d+$/.test(bare) ? bare : '', end: start + bare.length };
  }
  let depth = 0;
  for (let position = start; position < source.length; position++) {
    const character = source[position]!;
    if (character === '\\') position++;
    else if (character === '{') depth++;
    else if (character === '}') depth--;
    const isEnd = open === '{' ? depth === 0 : character === '"' && position > start && depth === 0;
    if (isEnd) return { value: source.slice(start + 1, position), end: position + 1 };
  }
  return { value: '', end: start + 1 };
}

/** The entries of a RIS file by their fields. */
export function readRis(source: string): MarkupContent {
  const values = source.split(/\r?\n/).flatMap((line) => {
    const [, tag = '', value = ''] = /^([A-Z][A-Z0-9]) {2}- ?(.*)$/.exec(line) ?? [];
    return RIS_FIELDS.test(tag) ? [/^(?:PY|Y1)$/.test(tag) ? value.slice(0, 4) : value] : [];
  });
  return entries(values);
}

/** The entries of a CSL JSON file by their fields (CSL 1.0.2 data schema). */
export function readCslJson(source: string): MarkupContent {
  const parsed = parse(source);
  const items = Array.isArray(parsed) ? parsed : [parsed];
  const texts = items.flatMap((item: Readonly<Record<string, unknown>>) => [
    ...CSL_FIELDS.map((name) => item?.[name]),
    ...['author', 'editor'].flatMap((name) => namesOf(item?.[name])),
    (item?.['issued'] as { 'date-parts'?: unknown[][] } | undefined)?.['date-parts']?.[0]?.[0],
  ]);
  const values = texts.filter((text) => typeof text === 'string' || typeof text === 'number');
  return entries(values.map((value) => String(value).replace(/<[^<>]*>/g, '')));
}

function namesOf(names: unknown): unknown[] {
  if (!Array.isArray(names)) return [];
  return names.flatMap((name: Readonly<Record<string, unknown>> | null) => [
    name?.['given'],
    name?.['family'],
    name?.['literal'],
  ]);
}
