import { escapeXmlAttribute as escapeHtml } from '../../../io/xml.ts';
import { readFrontMatter } from './front-matter.ts';
import { HtmlWriter } from './html-writer.ts';
import { NoteWriter } from './note-writer.ts';
import { readMarkdown } from './reader.ts';
import { plainTextOf, type MarkdownBlock } from './syntax.ts';

/**
 * Markdown as a page of HTML. Footnotes are in elements `athanor-footnote` where they are referred to, formulas in
 * `athanor-math`. HTML in the text is passed on as it is. A book has its title beside the text, and shows it only where
 * no chapter has a heading, but always who wrote it and when; `isBook` says that it is one.
 */
export function htmlOfMarkdown(markdown: string, { isBook = false } = {}): string {
  const { metadata, text } = readFrontMatter(markdown);
  const { blocks, notes } = readMarkdown(text);
  const writer: HtmlWriter = new HtmlWriter({
    note: (label) => noteWriter.html(label),
    formula: formulaHtml,
  });
  const noteWriter = new NoteWriter(notes, writer);
  const titles: string[] = [];
  const pieces: string[] = [];
  let opening: string | undefined;
  for (const block of blocks) {
    const title = titleOf(block);
    if (pieces.length === 0) opening = title;
    if (title !== undefined) titles.push(title);
    pieces.push(writer.block(block));
  }
  const body = pieces.join('\n');
  const { title, subtitle, author, date, lang, keywords } = metadata;
  const head = [
    `<title>${escapeHtml(title ?? titles[0] ?? '')}</title>`,
    ...Object.entries({ author, keywords }).map(([name, value]) =>
      value === undefined ? '' : `<meta name="${name}" content="${escapeHtml(value)}">`,
    ),
  ].join('');
  const byline = [subtitle, author, date]
    .filter((part) => part !== undefined)
    .map(escapeHtml)
    .join(' · ');
  const below = byline === '' ? '' : `<p style="color:#57606a">${byline}</p>`;
  const page =
    title === undefined || (isBook && titles.length > 0)
      ? withByline(body, { isBelowHeading: opening !== undefined, below })
      : titled(body, { title: escapeHtml(title), isThere: title === opening, below });
  const language = lang === undefined ? '' : ` lang="${escapeHtml(lang)}"`;
  return `<!doctype html><html${language}><head>${head}</head><body>${page}</body></html>`;
}

/** Text of a heading of the first level: many repeat in the first of them what the front matter calls the text. */
function titleOf(block: MarkdownBlock): string | undefined {
  return block.kind === 'heading' && block.level === 1 ? plainTextOf(block.inlines).trim() : undefined;
}

interface TitleBlock {
  readonly title: string;
  /** The text begins with it. */
  readonly isThere: boolean;
  readonly below: string;
}

function titled(body: string, { title, isThere, below }: TitleBlock): string {
  return isThere ? withByline(body, { isBelowHeading: true, below }) : `<h1>${title}</h1>${below}${body}`;
}

function withByline(body: string, { isBelowHeading, below }: { isBelowHeading: boolean; below: string }): string {
  return isBelowHeading ? body.replace('</h1>', () => `</h1>${below}`) : below + body;
}

function formulaHtml(tex: string, isDisplay: boolean): string {
  return `<athanor-math${isDisplay ? ' display="block"' : ''}>${escapeHtml(tex)}</athanor-math>`;
}
