import { decodeHTML } from 'entities/decode';
import type { BookBuilder, ChapterSource, PlacedEntry } from './book-builder.ts';

const HEADING = /<h([1-6])\b[^>]*>([\s\S]*?)<\/h\1\s*>/gi;
const TITLE = /<title\b[^>]*>([\s\S]*?)<\/title\s*>/i;
const CHAPTER_BREAK = /<h([12])\b/gi;
/** Below this many headings of its level a page is not divided by them. */
const LEAST_CHAPTERS = 2;
/** Characters of a page that is long enough to be divided. */
const LEAST_CHARS = 2000;

/**
 * Divides a page at the headings that begin its chapters and adds each; returns its contents by all of its headings.
 * Places are named by identifiers that headings get where they have none.
 */
export function splitPage(
  html: string,
  builder: BookBuilder,
  { name, resolve, styleSheets }: Omit<ChapterSource, 'html'>,
): PlacedEntry[] {
  const { marked, headings } = withHeadingIds(html);
  const head = /^[\s\S]*?<body\b[^>]*>/i.exec(marked)?.[0] ?? '';
  const styles = [
    ...(styleSheets ?? []),
    ...[...head.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style/gi)].map(([, sheet]) => sheet!),
  ];
  const body = marked
    .slice(head.length)
    .replace(/<\/body\s*>[\s\S]*$/i, '')
    .replace(TITLE, '');
  const title = TITLE.exec(marked)?.[1] ?? '';
  for (const part of partsOf(body)) {
    builder.addChapter({ name, html: `<title>${title}</title>${part}`, resolve, styleSheets: styles });
  }
  return nest(headings.map(({ level, text, id }) => ({ level, entry: { title: text, place: `${name}#${id}` } })));
}

interface FoundHeading {
  readonly level: number;
  readonly text: string;
  readonly id: string;
}

function withHeadingIds(html: string): { marked: string; headings: FoundHeading[] } {
  const headings: FoundHeading[] = [];
  const marked = html.replace(HEADING, (whole, level: string, inner: string) => {
    const text = inner
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    const known = /^<h\d[^>]*\bid\s*=\s*["']([^"']+)["']/i.exec(whole)?.[1];
    const id = known ?? `heading-${headings.length + 1}`;
    if (text !== '') headings.push({ level: Number(level), text: decodeHTML(text), id });
    return known === undefined ? whole.replace(/^<h\d/i, (tag) => `${tag} id="${id}"`) : whole;
  });
  return { marked, headings };
}

/** Parts that begin with a heading of the highest level that comes more than once. */
function partsOf(body: string): string[] {
  if (body.length < LEAST_CHARS) return [body];
  const breaks = [...body.matchAll(CHAPTER_BREAK)];
  const level = ['1', '2'].find((wanted) => breaks.filter(([, found]) => found === wanted).length >= LEAST_CHAPTERS);
  if (level === undefined) return [body];
  const starts = breaks.filter(([, found]) => found! <= level).map(({ index }) => index);
  const parts = [0, ...starts].map((start, index) => body.slice(start, starts[index] ?? body.length));
  return parts.filter((part) => part.replace(/<(?!img)[^>]*>|\s/gi, '') !== '');
}

interface LevelledEntry {
  readonly level: number;
  readonly entry: { readonly title: string; readonly place: string };
}

function nest(entries: readonly LevelledEntry[]): PlacedEntry[] {
  const roots: PlacedEntry[] = [];
  const open: { level: number; children: PlacedEntry[] }[] = [];
  for (const { level, entry } of entries) {
    while (open.length > 0 && open.at(-1)!.level >= level) open.pop();
    const children: PlacedEntry[] = [];
    (open.at(-1)?.children ?? roots).push({ ...entry, children });
    open.push({ level, children });
  }
  return roots;
}
