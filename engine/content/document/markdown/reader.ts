import type { Env, Token } from 'markdown-it';
import { rulesOf, type Dialect } from './dialect.ts';
import { isRawHtml, rawFormatOf, splitHeading } from './attributes.ts';
import { readInlines } from './inlines.ts';
import { markedLabels } from './notes.ts';
import { parseBlocks, unescapeMarkdown } from './parser.ts';
import type {
  Alignment,
  MarkdownBlock,
  MarkdownInline,
  MarkdownItem,
  MarkdownList,
  MarkdownTable,
  MarkdownText,
} from './syntax.ts';

/** pandoc names the language of code as its class. */
const CLASS = /^\{ ?\.([^\s{}]+)/;
const TASK = /^\[([ xX])\][ \t]+/;

/** Reads Markdown: the one reader of it. What front matter the text has is taken off before (`readFrontMatter`). */
export function readMarkdown(text: string, dialect?: Dialect): MarkdownText {
  const env: Env = { dialect };
  const { body, notes } = takeNotes(parseBlocks(text, env));
  const marked = markedLabels(text);
  const shown = notes.filter(([label]) => marked.has(label));
  return {
    blocks: new BlockReader(body, env).blocks(),
    notes: new Map(shown.map(([label, tokens]) => [label, () => [...new BlockReader(tokens, env).blocks()]])),
  };
}

interface Parts {
  readonly body: readonly Token[];
  readonly notes: readonly (readonly [label: string, tokens: readonly Token[]])[];
}

/** Notes may be defined anywhere, even within each other; of those with one label the first counts. */
function takeNotes(tokens: readonly Token[]): Parts {
  const body: Token[] = [];
  const notes = new Map<string, Token[]>();
  const open = [body];
  for (const token of tokens) {
    if (token.type === 'note_open') {
      const label = String(token.meta!['label']);
      const content: Token[] = [];
      if (!notes.has(label)) notes.set(label, content);
      open.push(content);
    } else if (token.type === 'note_close') open.pop();
    else if (token.type !== 'reference_definition') open.at(-1)!.push(token);
  }
  return { body, notes: [...notes] };
}

class BlockReader {
  readonly #tokens: readonly Token[];
  readonly #env: Env;
  readonly #rules: ReturnType<typeof rulesOf>;
  #next = 0;

  constructor(tokens: readonly Token[], env: Env) {
    this.#tokens = tokens;
    this.#env = env;
    this.#rules = rulesOf(env['dialect'] as Dialect | undefined);
  }

  *blocks(): Generator<MarkdownBlock> {
    while (this.#next < this.#tokens.length) yield this.#block();
  }

  #take(): Token {
    return this.#tokens[this.#next++]!;
  }

  /** What comes before the end of a container; the end is passed. */
  #until<T>(end: string, read: () => T): T[] {
    const found: T[] = [];
    while (this.#tokens[this.#next]!.type !== end) found.push(read());
    this.#next++;
    return found;
  }

  #block(): MarkdownBlock {
    const token = this.#take();
    switch (token.type) {
      case 'heading_open':
        return this.#heading(Number(token.tag.slice(1)));
      case 'blockquote_open':
        return { kind: 'quote', blocks: this.#until('blockquote_close', () => this.#block()) };
      case 'bullet_list_open':
        return this.#list('bullet_list_close');
      case 'ordered_list_open':
        return { ...this.#list('ordered_list_close'), start: Number(token.attrGet('start') ?? 1) };
      case 'table_open':
        return this.#table();
      case 'hr':
        return { kind: 'rule' };
      case 'html_block':
        return { kind: 'html', html: token.content.replace(/\n$/, '') };
      case 'formula':
        return { kind: 'formula', tex: token.content };
      case 'code_block':
        return { kind: 'code', language: '', text: token.content.replace(/\n$/, '') };
      case 'fence':
        return codeOf(token);
      case 'inline': // deeper than blocks are read
        return { kind: 'paragraph', inlines: this.#inlines(token) };
      default:
        return this.#paragraph();
    }
  }

  #inlines({ content }: Token): MarkdownInline[] {
    return readInlines(content, this.#env);
  }

  #paragraph(): MarkdownBlock {
    const inlines = this.#inlines(this.#take());
    this.#next++;
    return { kind: this.#rules.hasFigures && isFigure(inlines) ? 'figure' : 'paragraph', inlines };
  }

  #heading(level: number): MarkdownBlock {
    const { content } = this.#tokens[this.#next]!;
    if (content.includes('\n') && !this.#rules.hasLongHeadings) return this.#paragraph();
    this.#next++;
    const { text, ...id } = this.#rules.hasAttributes ? splitHeading(content) : { text: content };
    this.#next++;
    return { kind: 'heading', level, inlines: readInlines(text, this.#env), ...id };
  }

  #list(end: string): MarkdownList {
    let isTight = true;
    const items = this.#until(end, () => {
      this.#next++;
      const blocks = this.#until('list_item_close', () => {
        const { type, hidden } = this.#tokens[this.#next]!;
        if (type === 'paragraph_open' && !hidden) isTight = false;
        return this.#block();
      });
      return this.#rules.hasTasks ? withTask(blocks) : { blocks };
    });
    return { kind: 'list', isTight, items };
  }

  #table(): MarkdownTable {
    const alignments: Alignment[] = [];
    const rows: MarkdownInline[][][] = [];
    for (let token = this.#take(); token.type !== 'table_close'; token = this.#take()) {
      if (token.type === 'tr_open') rows.push([]);
      else if (token.type === 'th_open') alignments.push(alignmentOf(token));
      else if (token.type === 'inline') rows.at(-1)!.push(this.#inlines(token));
    }
    return { kind: 'table', alignments, rows };
  }
}

/** An image by itself that is described. */
function isFigure([image, ...others]: readonly MarkdownInline[]): boolean {
  return image?.kind === 'image' && image.description.trim() !== '' && others.length === 0;
}

function codeOf({ info, content }: Token): MarkdownBlock {
  const about = unescapeMarkdown(info).trim();
  const language = CLASS.exec(about)?.[1] ?? about.split(/\s+/)[0]!;
  const text = content.replace(/\n$/, '');
  const raw = rawFormatOf(about);
  if (raw !== undefined) return { kind: 'html', html: isRawHtml(raw) ? text : '' };
  return language === 'math' ? { kind: 'formula', tex: text } : { kind: 'code', language, text };
}

function alignmentOf(token: Token): Alignment {
  return /(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1] as Alignment;
}

/** An item whose text begins with `[ ]` or `[x]` has a box to tick (GFM, 5.3). */
function withTask(blocks: readonly MarkdownBlock[]): MarkdownItem {
  const [first, ...others] = blocks;
  const start = first?.kind === 'paragraph' ? first.inlines[0] : undefined;
  const match = start?.kind === 'text' ? TASK.exec(start.text) : null;
  if (first?.kind !== 'paragraph' || start?.kind !== 'text' || !match) return { blocks };
  const text = start.text.slice(match[0].length);
  const inlines: MarkdownInline[] = [...(text === '' ? [] : [{ ...start, text }]), ...first.inlines.slice(1)];
  return { blocks: [{ ...first, inlines }, ...others], isChecked: match[1] !== ' ' };
}
