import { escapeXmlAttribute as escapeHtml } from '../../../io/xml.ts';

/** Spans within each other; marks further in are text. */
const MAX_DEPTH = 12;
/** Characters between brackets and the like, beyond which these are text; images in the text itself may be longer. */
const MAX_BETWEEN = 4000;

/** A piece of text that a rule has read, as HTML. */
export interface ReadInline {
  readonly html: string;
  /** The place behind it. */
  readonly end: number;
  /** Where it begins, if before the character that the rule waits for. */
  readonly start?: number;
}

/** One construct within lines. Rules must not search the text but by `InlineText`, so that the time stays linear. */
export interface InlineRule {
  /** The characters that it may begin with. */
  readonly starts: string;
  /** Reads what is at a place; nothing if the characters there are only characters. */
  readonly read: (text: InlineText, at: number) => ReadInline | undefined;
}

/** The text of one block, which remembers where it was searched. */
export class InlineText {
  readonly text: string;
  /** Text before this place is read already. */
  from = 0;
  readonly #reader: InlineReader;
  readonly #depth: number;
  readonly #found = new Map<string, { readonly from: number; readonly at: number }>();

  constructor(text: string, reader: InlineReader, depth: number) {
    this.text = text;
    this.#reader = reader;
    this.#depth = depth;
  }

  /** Where a string comes next, or -1. */
  find(wanted: string, from: number): number {
    return this.#search(wanted, from, () => this.text.indexOf(wanted, from));
  }

  /** Where a pattern matches next, or -1. It must be global, and look at a few characters only. */
  search(pattern: RegExp, from: number): number {
    return this.#search(pattern.source, from, () => {
      pattern.lastIndex = from;
      return pattern.exec(this.text)?.index ?? -1;
    });
  }

  #search(key: string, from: number, search: () => number): number {
    const known = this.#found.get(key);
    if (known && from >= known.from && (known.at < 0 || from <= known.at)) return known.at;
    const at = search();
    this.#found.set(key, { from, at });
    return at;
  }

  /** A part of the text as HTML. */
  inner(content: string): string {
    return this.#reader.read(content, this.#depth + 1);
  }

  /** What is between two marks, where it is short. */
  between(at: number, open: string, close: string): { readonly content: string; readonly end: number } | undefined {
    if (!this.text.startsWith(open, at)) return undefined;
    const start = at + open.length;
    const end = this.find(close, start);
    if (end < 0) return undefined;
    const data = end - start > MAX_BETWEEN ? this.find('data:', start) : start;
    if (data < 0 || data > start + MAX_BETWEEN) return undefined;
    return { content: this.text.slice(start, end), end: end + close.length };
  }
}

/** Reads the lines of a block by the rules of a language; the first rule that fits at a place is taken. */
export class InlineReader {
  readonly #rules = new Map<string, InlineRule[]>();
  readonly #special: RegExp;

  constructor(rules: readonly InlineRule[]) {
    for (const rule of rules) {
      for (const start of rule.starts) {
        const known = this.#rules.get(start);
        if (known) known.push(rule);
        else this.#rules.set(start, [rule]);
      }
    }
    const starts = Array.from(this.#rules.keys(), RegExp.escape).join('');
    this.#special = new RegExp(starts === '' ? '[^]' : `[${starts}]`, 'g');
  }

  read(text: string, depth = 0): string {
    if (depth > MAX_DEPTH) return escapeHtml(text);
    const scanned = new InlineText(text, this, depth);
    const pieces: string[] = [];
    let at = this.#next(text, 0);
    while (at >= 0) {
      const read = this.#readAt(scanned, at);
      if (read) {
        pieces.push(escapeHtml(text.slice(scanned.from, read.start ?? at)), read.html);
        scanned.from = read.end;
      }
      at = this.#next(text, Math.max(at + 1, scanned.from));
    }
    return pieces.join('') + escapeHtml(text.slice(scanned.from));
  }

  #next(text: string, from: number): number {
    this.#special.lastIndex = from;
    return this.#special.exec(text)?.index ?? -1;
  }

  #readAt(scanned: InlineText, at: number): ReadInline | undefined {
    for (const rule of this.#rules.get(scanned.text[at]!) ?? []) {
      const read = rule.read(scanned, at);
      if (read && read.end > at) return read;
    }
    return undefined;
  }
}

const WORD = /[\p{L}\p{N}]/u;

export function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && WORD.test(character);
}

interface SpanOptions {
  readonly close?: string;
  /** It may begin and end within words. */
  readonly isLoose?: boolean;
  /** Marks in it are text. */
  readonly isVerbatim?: boolean;
}

/** Text between two marks, which touch it and stand at the ends of words. */
export function span(open: string, tag: string, options: SpanOptions = {}): InlineRule {
  const { close = open, isLoose = false, isVerbatim = false } = options;
  const [mark, last] = [RegExp.escape(close), RegExp.escape(close.at(-1)!)];
  const closing = new RegExp(`(?<=\\S)${mark}(?!${last}${isLoose ? '' : '|[\\p{L}\\p{N}]'})`, 'gu');
  return {
    starts: open[0]!,
    read(scanned, at) {
      const { text } = scanned;
      const start = at + open.length;
      if (!text.startsWith(open, at) || /\s/.test(text[start] ?? ' ')) return undefined;
      if (!isLoose && isWordCharacter(text[at - 1])) return undefined;
      const end = scanned.search(closing, start + 1);
      if (end < 0) return undefined;
      const content = text.slice(start, end);
      return { html: element(tag, isVerbatim ? escapeHtml(content) : scanned.inner(content)), end: end + close.length };
    },
  };
}

/** What a pattern matches; it must be sticky, and bounded in what it looks at. */
export function matching(
  starts: string,
  pattern: RegExp,
  html: (match: RegExpExecArray, scanned: InlineText) => string | undefined,
): InlineRule {
  return {
    starts,
    read(scanned, at) {
      pattern.lastIndex = at;
      const match = pattern.exec(scanned.text) ?? undefined;
      const read = match && html(match, scanned);
      return match && read !== undefined ? { html: read, end: at + match[0].length } : undefined;
    },
  };
}

/** What is between two marks, which may be anywhere. */
export function between(
  open: string,
  close: string,
  html: (content: string, scanned: InlineText) => string | undefined,
): InlineRule {
  return {
    starts: open[0]!,
    read(scanned, at) {
      const found = scanned.between(at, open, close);
      const read = found && html(found.content, scanned);
      return found && read !== undefined ? { html: read, end: found.end } : undefined;
    },
  };
}

/** Addresses in the text, which lead to themselves; punctuation behind them is none of theirs. */
export const BARE_ADDRESS: InlineRule = {
  starts: 'hfm',
  read(scanned, at) {
    if (isWordCharacter(scanned.text[at - 1])) return undefined;
    ADDRESS.lastIndex = at;
    const address = ADDRESS.exec(scanned.text)?.[0].replace(/[.,;:!?'*_~)\]]+$/, '');
    if (address === undefined) return undefined;
    return { html: `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`, end: at + address.length };
  },
};

const ADDRESS = /(?:https?:\/\/|ftp:\/\/|mailto:)[^\s<>"|\\^`{}[\]]{1,2000}/y;

function element(tag: string, content: string): string {
  return `<${tag}>${content}</${tag}>`;
}
