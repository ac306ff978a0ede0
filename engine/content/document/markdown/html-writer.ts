import { escapeXmlAttribute as escapeHtml } from '../../../io/xml.ts';
import {
  plainTextOf,
  type MarkdownBlock,
  type MarkdownInline,
  type MarkdownItem,
  type MarkdownList,
  type MarkdownTable,
  type SpanKind,
  type Target,
} from './syntax.ts';

/** How the HTML has what HTML itself has no elements for. */
export interface HtmlParts {
  readonly note: (label: string) => string;
  readonly formula: (tex: string, isDisplay: boolean) => string;
}

const SPANS: Readonly<Record<SpanKind, string>> = {
  emphasis: 'em',
  strong: 'strong',
  strike: 'del',
  superscript: 'sup',
};
/** What no address holds; a per cent sign begins a byte in two digits, and a data URI is not looked through. */
const OUTSIDE_ADDRESS = /%(?![\dA-Fa-f]{2})|[^A-Za-z\d_!#$%&'()*+,\-./:;=?@~]/gu;

/** Writes Markdown as HTML, as CommonMark has it. HTML in the text is passed on as it is. */
export class HtmlWriter {
  readonly #parts: HtmlParts;
  readonly #slugs = new Map<string, number>();

  constructor(parts: HtmlParts) {
    this.#parts = parts;
  }

  blocks(blocks: Iterable<MarkdownBlock>, isTight = false): string {
    const pieces: string[] = [];
    for (const block of blocks) pieces.push(this.block(block, isTight));
    return pieces.join('\n');
  }

  block(block: MarkdownBlock, isTight = false): string {
    switch (block.kind) {
      case 'paragraph':
        return isTight ? this.inlines(block.inlines) : `<p>${this.inlines(block.inlines)}</p>`;
      case 'figure':
        return `<figure>${this.inlines(block.inlines)}<figcaption>${escapeHtml(plainTextOf(block.inlines))}</figcaption></figure>`;
      case 'heading': {
        const id = block.id ?? this.#slugOf(plainTextOf(block.inlines));
        return `<h${block.level} id="${escapeHtml(id)}">${this.inlines(block.inlines)}</h${block.level}>`;
      }
      case 'code':
        return codeHtml(block.language, block.text);
      case 'html':
        return block.html;
      case 'formula':
        return this.#parts.formula(block.tex, true);
      case 'rule':
        return '<hr>';
      case 'quote':
        return `<blockquote>${this.blocks(block.blocks)}</blockquote>`;
      case 'list':
        return this.#list(block);
      case 'table':
        return this.#table(block);
    }
  }

  inlines(inlines: readonly MarkdownInline[]): string {
    return inlines.map((inline) => this.#inline(inline)).join('');
  }

  #inline(inline: MarkdownInline): string {
    switch (inline.kind) {
      case 'text':
        return escapeHtml(inline.text);
      case 'code':
        return `<code>${escapeHtml(inline.text)}</code>`;
      case 'html':
        return inline.html;
      case 'formula':
        return this.#parts.formula(inline.tex, inline.isDisplay);
      case 'note':
        return this.#parts.note(inline.label);
      case 'line-break':
        return '<br>\n';
      case 'line-end':
        return '\n';
      case 'link':
        return `<a href="${addressOf(inline.target)}"${titleOf(inline.target)}>${this.inlines(inline.inlines)}</a>`;
      case 'image':
        return `<img src="${addressOf(inline.target)}" alt="${escapeHtml(inline.description)}"${titleOf(inline.target)}>`;
      default:
        return `<${SPANS[inline.kind]}>${this.inlines(inline.inlines)}</${SPANS[inline.kind]}>`;
    }
  }

  /** The name that GitHub gives a heading, by which links in the text find it. */
  #slugOf(text: string): string {
    const slug = text
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = this.#slugs.get(slug) ?? 0;
    this.#slugs.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  }

  #list({ start, isTight, items }: MarkdownList): string {
    const tag = start === undefined ? 'ul' : 'ol';
    const from = start === undefined || start === 1 ? '' : ` start="${start}"`;
    return `<${tag}${from}>${items.map((item) => this.#item(item, isTight)).join('\n')}</${tag}>`;
  }

  #item({ blocks, isChecked }: MarkdownItem, isTight: boolean): string {
    const box = isChecked === undefined ? '' : `<input type="checkbox"${isChecked ? ' checked' : ''}> `;
    const content = this.blocks(blocks, isTight);
    const [start, rest] = content.startsWith('<p>') ? ['<p>', content.slice(3)] : ['', content];
    return `<li>${start}${box}${rest}</li>`;
  }

  #table({ alignments, rows: [head = [], ...rows] }: MarkdownTable): string {
    const cells = (tag: string, row: readonly (readonly MarkdownInline[])[]): string =>
      `<tr>${alignments.map((alignment, x) => `<${tag}${alignment ? ` align="${alignment}"` : ''}>${this.inlines(row[x] ?? [])}</${tag}>`).join('')}</tr>`;
    const body = rows.map((row) => cells('td', row)).join('\n');
    return `<table><thead>${cells('th', head)}</thead>${body === '' ? '' : `<tbody>${body}</tbody>`}</table>`;
  }
}

function addressOf({ address }: Target): string {
  const encoded = address.startsWith('data:') ? address : address.replace(OUTSIDE_ADDRESS, encodeCharacter);
  return escapeHtml(encoded);
}

/** Halves of surrogate pairs have no bytes. */
function encodeCharacter(character: string): string {
  return encodeURIComponent(character.toWellFormed());
}

function titleOf({ title }: Target): string {
  return title === undefined ? '' : ` title="${escapeHtml(title)}"`;
}

function codeHtml(language: string, text: string): string {
  const name = language === '' ? '' : ` class="language-${escapeHtml(language)}"`;
  return `<pre><code${name}>${escapeHtml(text)}${text === '' ? '' : '\n'}</code></pre>`;
}
