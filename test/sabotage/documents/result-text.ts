import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** How a format of results is written, as far as damages need it. */
export interface Writing {
  /** The part of a package that holds the content; nothing for a single file. */
  readonly part?: RegExp;
  readonly text: RegExp;
  readonly paragraph: RegExp;
  readonly row?: RegExp;
  readonly cell?: RegExp;
  readonly table?: RegExp;
}

const OOXML_TEXT = /(?<=<[wa]:t(?: [^>]*)?>)[^<]+(?=<)/g;
/** Text between tags, but for descriptions of images and for what only programs read of a formula. */
const TAG_TEXT = /(?<=(?<!<svg:(?:desc|title)|<annotation(?: [^<>]*)?)>)[^<>]*[\p{L}\p{N}][^<>]*(?=<)/gu;

export const WRITINGS: Readonly<Record<string, Writing>> = {
  docx: {
    part: /^word\/document\.xml$/,
    text: OOXML_TEXT,
    paragraph: /<w:p(?: [^>]*)?>(?:(?!<w:p[ >]|<w:txbxContent).)*?<\/w:p>/gs,
    // pandoc sets figures as tables, whose images are damaged as images.
    row: /(?<!FigureTable"(?:(?!<\/w:tbl>).){0,900})<w:tr(?: [^>]*)?>.*?<\/w:tr>/gs,
    cell: /(?<!FigureTable"(?:(?!<\/w:tbl>).){0,900})<w:tc(?: [^>]*)?>.*?<\/w:tc>/gs,
    table: /<w:tbl>(?!\s*<w:tblPr>\s*<w:tblStyle w:val="FigureTable").*?<\/w:tbl>/gs,
  },
  pptx: {
    part: /^ppt\/slides\/slide\d+\.xml$/,
    text: OOXML_TEXT,
    paragraph: /<a:p>(?:(?!<a:p>).)*?<\/a:p>/gs,
    row: /<a:tr .*?<\/a:tr>/gs,
    cell: /<a:tc(?: [^>]*)?>.*?<\/a:tc>/gs,
  },
  odt: {
    part: /^content\.xml$/,
    text: TAG_TEXT,
    paragraph: /<text:(p|h)(?: [^>]*)?>(?:(?!<text:p[ >]|<text:h[ >]|<draw:).)*?<\/text:\1>/gs,
    row: /<table:table-row(?: [^>]*)?>.*?<\/table:table-row>/gs,
    cell: /<table:table-cell(?: [^>]*)?>.*?<\/table:table-cell>/gs,
    table: /<table:table .*?<\/table:table>/gs,
  },
  html: {
    text: TAG_TEXT,
    paragraph: /<(p|h[1-6])(?: [^>]*)?>(?:(?!<(?:p|h[1-6])[ >]).)*?<\/\1>/gs,
    row: /<tr(?: [^>]*)?>.*?<\/tr>/gs,
    cell: /<t[dh](?: [^>]*)?>.*?<\/t[dh]>/gs,
    table: /<table.*?<\/table>/gs,
  },
  epub: {
    part: /(?<!nav|toc|title_page|titlepage|cover)\.xhtml$/,
    text: TAG_TEXT,
    // A chapter without a title has the name of its file.
    paragraph: /<(p|h[1-6])(?! class="unnumbered")(?: [^>]*)?>(?:(?!<(?:p|h[1-6])[ >]).)*?<\/\1>/gs,
    row: /<tr(?: [^>]*)?>.*?<\/tr>/gs,
    cell: /<t[dh](?: [^>]*)?>.*?<\/t[dh]>/gs,
    table: /<table.*?<\/table>/gs,
  },
  txt: { text: /[^\n]*[\p{L}\p{N}][^\n]*/gu, paragraph: /[^\n]*[\p{L}\p{N}][^\n]*/gu },
  md: {
    text: /[^\n]*[\p{L}\p{N}][^\n]*/gu,
    paragraph: /(?<=\n\n)(?![|#>\s[-]|\d+\.)[^\n]*[\p{L}\p{N}][^\n]*(?=\n\n)/gu,
  },
};
export const FORMATS_LIKE: Readonly<Record<string, string>> = { odp: 'odt', docm: 'docx', fodt: 'odt' };

export function writingOf(format: string): Writing {
  return WRITINGS[FORMATS_LIKE[format] ?? format]!;
}

/** Changes the text of the parts that a pattern names, or of the whole file where it names none. */
export function changeParts(
  bytes: Uint8Array,
  part: RegExp | undefined,
  change: (text: string, name: string) => string,
): Uint8Array | undefined {
  if (!part) {
    const text = strFromU8(bytes);
    // What stands in front of Markdown is about the text.
    const front = /^---\n[\s\S]*?\n---\n/.exec(text)?.[0] ?? '';
    const before = text.slice(front.length);
    const after = change(before, '');
    return after === before ? undefined : strToU8(front + after);
  }
  const entries = unzipSync(bytes);
  // A damage of one thing is done in the first part: the longest holds the text, not a title page.
  const parts = Object.keys(entries)
    .filter((name) => part.test(name))
    .sort((a, b) => entries[b]!.byteLength - entries[a]!.byteLength);
  let isChanged = false;
  for (const name of parts) {
    const before = strFromU8(entries[name]!);
    const after = change(before, name);
    if (after === before) continue;
    entries[name] = strToU8(after);
    isChanged = true;
  }
  return isChanged ? zipSync(entries) : undefined;
}

/** Changes the entries of a package as bytes. */
export function changeEntries(
  bytes: Uint8Array,
  change: (entries: Record<string, Uint8Array>) => boolean,
): Uint8Array | undefined {
  const entries = unzipSync(bytes);
  return change(entries) ? zipSync(entries) : undefined;
}

/** The content of a page without its head. */
function bodyStart(text: string): number {
  return Math.max(0, text.search(/<(?:body|office:body|w:body|p:cSld)\b/));
}

/** Replaces what a pattern finds in the body, one by one: `change` gets all of them and returns as many. */
export function changeMatches(
  text: string,
  pattern: RegExp,
  change: (found: readonly string[]) => readonly string[],
): string {
  const start = bodyStart(text);
  const body = text.slice(start);
  const found = Array.from(body.matchAll(new RegExp(pattern.source, pattern.flags)), ([match]) => match);
  if (found.length === 0) return text;
  const changed = change(found);
  let index = 0;
  return text.slice(0, start) + body.replace(new RegExp(pattern.source, pattern.flags), () => changed[index++] ?? '');
}
