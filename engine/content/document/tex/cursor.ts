import type { Macro } from './macros.ts';
import { TexStructure } from './structure.ts';

/** Ends a paragraph within whatever is open. */
export const PARAGRAPH = '<p></p>';
/** Options are short: a bracket that is not closed so soon opens none. */
const MAX_OPTIONS = 3000;
export const COMMAND = /\\([a-zA-Z@]+\*?|[^])/y;
const SPACE = /[ \t]*(?:%[^\n]*\n[ \t]*(?!\n))*(?:\n(?![ \t]*\n))?[ \t]*/y;

/** Where a command is read, and what it changes there. */
export interface Call {
  readonly name: string;
  at: number;
  readonly end: number;
  readonly depth: number;
  /** End tags for the end of the group. */
  readonly closers: string[];
}

/** What the readers of a text and of its macros share. */
export interface Shared {
  readonly notes: string[];
  readonly macros: Map<string, Macro>;
  readonly about: Record<'title' | 'subtitle' | 'author' | 'date', string | undefined>;
  readonly urls: Map<string, readonly [address: string, label: string]>;
  /** What headings are raised by: their topmost level is the first. */
  readonly raise: number;
  readonly isContext: boolean;
  /** Marks of notes whose texts come later. */
  readonly waiting: string[];
  expandedChars: number;
  captions: string[] | undefined;
  sections: number;
}

/** Reads what commands are given in a text. */
export class TexCursor {
  readonly source: string;
  readonly structure: TexStructure;
  readonly #found = new Map<string, { readonly from: number; readonly at: number }>();

  constructor(source: string) {
    this.source = source;
    this.structure = new TexStructure(source);
  }

  /** Where a string comes next, or -1. */
  find(wanted: string, from: number): number {
    const known = this.#found.get(wanted);
    if (known && from >= known.from && (known.at < 0 || from <= known.at)) return known.at;
    const at = this.source.indexOf(wanted, from);
    this.#found.set(wanted, { from, at });
    return at;
  }

  /** The place behind white space, which ends no paragraph. */
  behindSpace(at: number): number {
    SPACE.lastIndex = at;
    return at + (SPACE.exec(this.source)?.[0].length ?? 0);
  }

  /** The next argument of a command: a group, or one sign. */
  argument(call: Pick<Call, 'at' | 'end'>, isGroup = true): readonly [start: number, end: number] | undefined {
    const at = this.behindSpace(call.at);
    if (at >= call.end) return undefined;
    if (this.source[at] === '{') {
      const close = this.structure.closeOf(at);
      if (close === undefined || close >= call.end) return undefined;
      call.at = close + 1;
      return [at + 1, close];
    }
    if (isGroup) return undefined;
    COMMAND.lastIndex = at;
    const length = COMMAND.exec(this.source)?.[0].length ?? 1;
    call.at = at + length;
    return [at, at + length];
  }

  /** What the next argument says as it is written. */
  written(call: Pick<Call, 'at' | 'end'>): string {
    const range = this.argument(call);
    return range ? this.source.slice(...range) : '';
  }

  /** Options in brackets, as they are written. */
  options(call: Pick<Call, 'at' | 'end'>): string | undefined {
    const { source } = this;
    const open = source[call.at] === '[' ? call.at : this.behindSpace(call.at);
    if (source[open] !== '[') return undefined;
    const last = Math.min(call.end, open + MAX_OPTIONS);
    let depth = 0;
    for (let at = open; at < last; at++) {
      if (source[at] === '\\') at++;
      else if (source[at] === '{') at = this.structure.closeOf(at) ?? last;
      else if (source[at] === '[') depth++;
      else if (source[at] === ']' && --depth === 0) {
        call.at = at + 1;
        return source.slice(open + 1, at);
      }
    }
    return undefined;
  }

  /** The place behind the name of a command without arguments. */
  behindCommand(at: number): number {
    return this.source.startsWith('{}', at) ? at + 2 : this.behindSpace(at);
  }
}
