import { unescapeMarkdown } from './escape.ts';
import type { Block } from './blocks.ts';

export interface LinkTarget {
  readonly destination: string;
  readonly title?: string;
}

const DEFINITION =
  /^ {0,3}\[((?:[^\]\\[]|\\.){1,999})\]:[ \t]*\n?[ \t]*(<[^<>\n]*>|[^\s<]\S*)(?:(?:[ \t]+|[ \t]*\n[ \t]*)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?[ \t]*(?:\n|$)/;

/** What a text defines for all of it: the targets of its links and its footnotes. */
export class Definitions {
  readonly #links = new Map<string, LinkTarget>();
  readonly #footnotes = new Map<string, readonly Block[]>();

  /** Takes the definitions at the beginning of a paragraph; returns what is left of it. */
  takeFrom(paragraph: string): string {
    let rest = paragraph;
    for (let match = DEFINITION.exec(rest); match; match = DEFINITION.exec(rest)) {
      const [whole, label = '', destination = '', title] = match;
      if (label.startsWith('^') || label.trim() === '') break;
      this.#addLink(label, {
        destination: unescapeMarkdown(destination.replace(/^<([\s\S]*)>$/, '$1')),
        ...(title !== undefined && { title: unescapeMarkdown(title.slice(1, -1)) }),
      });
      rest = rest.slice(whole.length);
    }
    return rest;
  }

  #addLink(label: string, target: LinkTarget): void {
    const name = normaliseLabel(label);
    if (!this.#links.has(name)) this.#links.set(name, target);
  }

  addFootnote(label: string, blocks: readonly Block[]): void {
    const name = normaliseLabel(label);
    if (!this.#footnotes.has(name)) this.#footnotes.set(name, blocks);
  }

  link(label: string): LinkTarget | undefined {
    return this.#links.get(normaliseLabel(label));
  }

  footnote(label: string): readonly Block[] | undefined {
    return this.#footnotes.get(normaliseLabel(label));
  }
}

/** Labels are the same whatever their case and white space. */
export function normaliseLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}
