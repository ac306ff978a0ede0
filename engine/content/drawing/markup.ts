import { decodeReferences } from '../../io/xml.ts';

/** A part of a text: from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a part of a text becomes. */
export interface Edit extends Span {
  readonly replacement: string;
}

/** The text with all edits made; they must not overlap. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let done = 0;
  for (const { start, end, replacement } of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(done, start) + replacement;
    done = end;
  }
  return result + text.slice(done);
}

/** An attribute of a tag: the span is its value without the quotes. */
interface AttributeSpan extends Span {
  readonly name: string;
  readonly value: string;
  /** Where the attribute begins, the white space before it included. */
  readonly from: number;
}

/** The attributes of a start tag, as they stand in it. */
export function attributesOf(source: string, tag: Span): AttributeSpan[] {
  const attributes: AttributeSpan[] = [];
  const text = source.slice(tag.start, tag.end);
  for (const match of text.matchAll(/\s+([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')/g)) {
    const end = tag.start + match.index + match[0].length - 1;
    const raw = match[2]!.slice(1, -1);
    const start = end - raw.length;
    attributes.push({ name: match[1]!, value: decodeReferences(raw), start, end, from: tag.start + match.index });
  }
  return attributes;
}
