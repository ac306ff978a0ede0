import { readBlocks, type Alignment, type Block, type Item } from './blocks.ts';
import { Definitions } from './definitions.ts';
import { escapeHtml } from './escape.ts';
import { readFrontMatter } from './front-matter.ts';
import { formulaHtml, InlineReader } from './inline.ts';

/** Footnotes in footnotes. */
const MAX_FOOTNOTE_DEPTH = 4;

/**
 * Markdown (CommonMark with the tables, task lists, strikethrough and bare links of GFM, footnotes, formulas and YAML
 * front matter) as a page of HTML. Footnotes stand in elements `athanor-footnote` where they are referred to, formulas in
 * `athanor-math`. HTML in the text is passed on as it is. A book has its title beside the text, and shows it only where
 * no chapter has a heading; `isBook` says that it is one.
 */
export function htmlOfMarkdown(markdown: string, { isBook = false } = {}): string {
  const { metadata, text } = readFrontMatter(markdown.replace(/\r\n?/g, '\n'));
  const definitions = new Definitions();
  const blocks = readBlocks(text.replaceAll('\u0000', '\ufffd').split('\n'), definitions);
  const writer = new Writer(definitions);
  const body = writer.write(blocks);
  const { title, subtitle, author, date, lang, keywords } = metadata;
  const firstHeading = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(body)?.[1]?.replace(/<[^>]*>/g, '');
  const head = [
    title === undefined ? `<title>${firstHeading ?? ''}</title>` : `<title>${escapeHtml(title)}</title>`,
    ...Object.entries({ author, keywords }).map(([name, value]) =>
      value === undefined ? '' : `<meta name="${name}" content="${escapeHtml(value)}">`,
    ),
  ].join('');
  const byline = [subtitle, author, date]
    .filter((part) => part !== undefined)
    .map(escapeHtml)
    .join(' · ');
  const below = byline === '' ? '' : `<p style="color:#57606a">${byline}</p>`;
  const isTold = isBook && blocks.some((block) => block.kind === 'heading' && block.level === 1);
  const page =
    title === undefined || isTold
      ? body
      : titled(body, { title: escapeHtml(title), isThere: title === opening(blocks), below });
  const language = lang === undefined ? '' : ` lang="${escapeHtml(lang)}"`;
  return `<!doctype html><html${language}><head>${head}</head><body>${page}</body></html>`;
}

/** The heading that a text begins with: many repeat there what the front matter calls them. */
function opening([first]: readonly Block[]): string | undefined {
  return first?.kind === 'heading' && first.level === 1 ? first.text.trim() : undefined;
}

interface TitleBlock {
  readonly title: string;
  /** The text begins with it. */
  readonly isThere: boolean;
  readonly below: string;
}

function titled(body: string, { title, isThere, below }: TitleBlock): string {
  return isThere ? body.replace('</h1>', () => `</h1>${below}`) : `<h1>${title}</h1>${below}${body}`;
}

class Writer {
  readonly #definitions: Definitions;
  readonly #inline: InlineReader;
  readonly #slugs = new Map<string, number>();
  #footnoteDepth = 0;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
    this.#inline = new InlineReader(definitions, (label) => this.#footnote(label));
  }

  write(blocks: readonly Block[], isTight = false): string {
    return blocks.map((block) => this.#block(block, isTight)).join('\n');
  }

  #block(block: Block, isTight: boolean): string {
    switch (block.kind) {
      case 'paragraph':
        return isTight ? this.#inline.read(block.text) : `<p>${this.#inline.read(block.text)}</p>`;
      case 'heading':
        return this.#heading(block.level, block.text);
      case 'code':
        return codeHtml(block.language, block.text);
      case 'html':
        return block.text;
      case 'formula':
        return formulaHtml(block.text, true);
      case 'rule':
        return '<hr>';
      case 'quote':
        return `<blockquote>${this.write(block.blocks)}</blockquote>`;
      case 'list':
        return this.#list(block);
      case 'table':
        return this.#table(block.alignments, block.rows);
    }
  }

  #heading(level: number, text: string): string {
    const html = this.#inline.read(text.trim());
    return `<h${level} id="${escapeHtml(this.#slugOf(html))}">${html}</h${level}>`;
  }

  /** The name that GitHub gives a heading, by which links in the text find it. */
  #slugOf(html: string): string {
    const slug = html
      .replace(/<[^>]*>/g, '')
      .replace(/&\w+;/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = this.#slugs.get(slug) ?? 0;
    this.#slugs.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  }

  #list({ start, isLoose, items }: Extract<Block, { kind: 'list' }>): string {
    const tag = start === undefined ? 'ul' : 'ol';
    const from = start === undefined || start === 1 ? '' : ` start="${start}"`;
    return `<${tag}${from}>${items.map((item) => this.#item(item, isLoose)).join('\n')}</${tag}>`;
  }

  #item({ blocks, task }: Item, isLoose: boolean): string {
    const box = task === undefined ? '' : `<input type="checkbox"${task ? ' checked' : ''}> `;
    const content = this.write(blocks, !isLoose);
    return `<li>${isLoose && box !== '' ? content.replace('<p>', `<p>${box}`) : box + content}</li>`;
  }

  #table(alignments: readonly Alignment[], [head = [], ...rows]: readonly (readonly string[])[]): string {
    const cells = (tag: string, row: readonly string[]): string =>
      `<tr>${alignments.map((alignment, x) => `<${tag}${alignment ? ` align="${alignment}"` : ''}>${this.#inline.read(row[x] ?? '')}</${tag}>`).join('')}</tr>`;
    const body = rows.map((row) => cells('td', row)).join('\n');
    return `<table><thead>${cells('th', head)}</thead><tbody>${body}</tbody></table>`;
  }

  #footnote(label: string): string | undefined {
    const blocks = this.#definitions.footnote(label);
    if (!blocks || this.#footnoteDepth >= MAX_FOOTNOTE_DEPTH) return undefined;
    this.#footnoteDepth++;
    // Elements of running text hold no blocks: paragraphs of a footnote are parted by line breaks.
    const html = blocks
      .map((block) => (block.kind === 'paragraph' ? this.#inline.read(block.text) : inlineCode(block)))
      .join('<br>');
    this.#footnoteDepth--;
    return `<athanor-footnote>${html}</athanor-footnote>`;
  }
}

function inlineCode(block: Block): string {
  return 'text' in block ? `<code>${escapeHtml(block.text)}</code>` : '';
}

function codeHtml(language: string, text: string): string {
  const name = language === '' ? '' : ` class="language-${escapeHtml(language)}"`;
  return `<pre><code${name}>${escapeHtml(text)}${text === '' ? '' : '\n'}</code></pre>`;
}
