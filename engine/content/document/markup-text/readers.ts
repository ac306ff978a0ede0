import { decodeHTMLStrict } from 'entities/decode';
import type { FormatId } from '../../../formats/index.ts';
import { dateOfOutline } from '../markup/outline-date.ts';
import { readBibtex, readCslJson, readRis } from './citations.ts';
import { readPlainText, type MarkupContent } from './content.ts';
import { readHtml } from './html.ts';
import { readLight } from './light.ts';
import { countPipeTables, readMarkdown } from './markdown.ts';
import { readNotebook } from './notebook.ts';
import { PROSE } from './prose.ts';
import { withReadDirectives, withReadFences, withReadListings } from './raw-blocks.ts';
import { readRoff } from './roff.ts';
import { readTagged } from './tagged.ts';
import { readTex } from './tex.ts';
import { readTexinfo } from './texinfo.ts';
import { readTypst } from './typst.ts';
import { VOCABULARIES } from './vocabularies.ts';
import { WIKIS } from './wikis.ts';

type Read = (source: string) => MarkupContent;

const NO_NAMES: ReadonlySet<string> = new Set();
const OUTLINE = {
  inline: NO_NAMES,
  hidden: new Set(['datecreated', 'datemodified', 'owneremail']),
  formulas: NO_NAMES,
  headings: new Set(['outline']),
  figures: NO_NAMES,
  links: NO_NAMES,
  tables: NO_NAMES,
  metadata: new Set(['title']),
  notes: NO_NAMES,
  attributes: ['text', '_note'],
};

/** The notes of an outline are Markdown. */
function readOutline(source: string): MarkupContent {
  const { text, headings, hasMetadata } = readTagged(source, OUTLINE);
  const content = readMarkdown(text);
  const date = dateOfOutline(source);
  const notes = date === undefined ? content.notes : [...content.notes, date];
  return { ...content, notes, headings, hasMetadata };
}

/** Languages that are Markdown but for their attributes, which stand in braces, and their formulas. */
function readCousin(source: string): MarkupContent {
  const plain = withReadFences(source)
    .replace(/^\{[^{}\n]*\}[ \t]*$/gm, '')
    .replace(/\$\$?`([^`\n]*)`|`([^`\n]*)`\$/g, '$$x$$')
    .replace(/(?<=[)\]])\{[^{}\n]*\}/g, '');
  return readMarkdown(plain);
}

/** Its tables need no heads, and so no rule below them. */
function readDjot(source: string): MarkupContent {
  const content = readCousin(source);
  return { ...content, tables: Math.max(content.tables, countPipeTables(source)) };
}

/** The order of entries means nothing. */
function unordered(content: MarkupContent): MarkupContent {
  return { ...content, text: '', notes: [content.text] };
}

/** Texts in other languages may stand in it. */
function readRestructured(source: string): MarkupContent {
  return readLight(withReadDirectives(source), PROSE.rst!);
}

/** Perl's documentation names characters in `E<>`: by the names of HTML or by number (perlpod, "Formatting Codes"). */
function readPod(source: string): MarkupContent {
  const named = source.replace(/E<(\w+)>/g, (code, name: string) => {
    const number = /^\d/.test(name) ? Number(name.replace(/^0(?=\d)/, '0o')) : undefined;
    const reference = number === undefined ? `&${name};` : `&#${number};`;
    const character = decodeHTMLStrict(reference);
    return character === reference ? code : character;
  });
  return readLight(named, PROSE.pod!);
}

const OWN: Partial<Record<FormatId, Read>> = {
  html: readHtml,
  hocr: readHtml,
  md: (source) => readMarkdown(withReadFences(source)),
  rst: readRestructured,
  org: (source) => readLight(withReadListings(source), PROSE.org!),
  djot: readDjot,
  markua: readCousin,
  pod: readPod,
  txt: readPlainText,
  latex: readTex,
  context: readTex,
  texinfo: readTexinfo,
  man: readRoff,
  mdoc: readRoff,
  ms: readRoff,
  typst: readTypst,
  opml: readOutline,
  ipynb: readNotebook,
  bibtex: readBibtex,
  ris: readRis,
  csljson: readCslJson,
};

export function readerOf(format: FormatId): Read | undefined {
  if (OWN[format]) return OWN[format];
  const vocabulary = VOCABULARIES[format];
  if (vocabulary && format === 'endnotexml') return (source) => unordered(readTagged(source, vocabulary));
  if (vocabulary) return (source) => readTagged(source, vocabulary);
  const markup = PROSE[format] ?? WIKIS[format];
  if (markup) return (source) => readLight(source, markup);
  return undefined;
}
