import { startCounting, withoutMarks, type Counts, type MarkupContent } from './content.ts';
import { withoutBetween } from './formulas.ts';

const DEFINITION = /#(?:let|set|show|import|include)\b/y;
const CALL = /#([\w-]+(?:\.[\w-]+)*)/y;
const HEADING = /^[ \t]*=+ /gm;
/** The text says itself what its headings look like: they are none any more for whoever follows that. */
const SHOWN_HEADINGS = /^[ \t]*#show heading\b[^:\n]*:(?! *set\b)|^[ \t]*#show heading\b[\s\S]{0,200}?\): *it\b/m;
const TABLES = new Set(['table', 'grid']);

/** The text of a Typst file: what is code is taken away, what it holds in brackets stays. */
export function readTypst(source: string): MarkupContent {
  const counts = startCounting();
  counts.hasMetadata = /\btitle: *[["(]/.test(source);
  const plain = withoutBetween(source.replace(/(?<![:"'])\/\/.*$/gm, ''), ['/*', '*/']);
  const pieces: string[] = [];
  readContent(plain, { position: 0, end: plain.length }, pieces, counts);
  const text = withoutMarks(pieces.join(''));
  const headings = SHOWN_HEADINGS.test(plain) ? undefined : counts.headings + (text.match(HEADING)?.length ?? 0);
  return {
    ...counts,
    headings,
    text: text
      .replace(/<[\w:.-]+>/g, ' ')
      .replace(/\\([^\s\w])/g, '$1')
      .trim(),
  };
}

interface Span {
  position: number;
  readonly end: number;
}

/** What follows the mark of a block of code says what it is written in. */
const LANGUAGE = /[\w+-]*/y;

/** A label or a key of the bibliography: Typst shows a number or a citation for it. */
const REFERENCE = /@[\p{L}\p{N}_](?:[\p{L}\p{N}_:.-]*[\p{L}\p{N}_])?/uy;

/** Whether a reference begins here: behind a letter it is an address. `REFERENCE.lastIndex` is its end. */
function isReference(source: string, position: number): boolean {
  REFERENCE.lastIndex = position;
  return !/[\p{L}\p{N}]/u.test(source[position - 1] ?? ' ') && REFERENCE.test(source);
}

/** Markup: text, with code after `#` and formulas between dollar signs. */
function readContent(source: string, span: Span, pieces: string[], counts: Counts): void {
  let from = span.position;
  const flush = (): void => void pieces.push(source.slice(from, span.position));
  while (span.position < span.end) {
    const character = source[span.position]!;
    if (character === '\\') {
      span.position += 2;
    } else if (character === '`') {
      const fence = /`+/y;
      fence.lastIndex = span.position;
      const mark = fence.exec(source)![0];
      const closing = mark.length === 2 ? -1 : source.indexOf(mark, span.position + mark.length);
      if (closing >= 0 && mark.length > 2) {
        flush();
        LANGUAGE.lastIndex = span.position + mark.length;
        from = LANGUAGE.lastIndex + LANGUAGE.exec(source)![0].length;
      }
      span.position = closing < 0 ? span.position + mark.length : closing + mark.length;
    } else if (character === '$') {
      flush();
      const closing = /(?<!\\)\$/g;
      closing.lastIndex = span.position + 1;
      const end = closing.exec(source)?.index ?? span.end;
      counts.formulas++;
      pieces.push(' ');
      span.position = Math.min(end + 1, span.end);
      from = span.position;
    } else if (character === '@' && isReference(source, span.position)) {
      flush();
      span.position = Math.min(REFERENCE.lastIndex, span.end);
      from = span.position;
    } else if (character === '#') {
      flush();
      readCode(source, span, pieces, counts);
      from = span.position;
    } else {
      span.position++;
    }
  }
  span.position = Math.min(span.position, span.end);
  flush();
}

function readCode(source: string, span: Span, pieces: string[], counts: Counts): void {
  DEFINITION.lastIndex = span.position;
  if (DEFINITION.test(source)) return skipDefinition(source, span, pieces, counts);
  CALL.lastIndex = span.position;
  const name = CALL.exec(source)?.[1];
  if (name === undefined) {
    span.position++;
    return;
  }
  count(name, counts);
  span.position = Math.min(CALL.lastIndex, span.end);
  readArguments(source, span, pieces, counts, name);
}

function readArguments(source: string, span: Span, pieces: string[], counts: Counts, name = ''): void {
  const before = pieces.length;
  while (span.position < span.end && (source[span.position] === '(' || source[span.position] === '[')) {
    const end = closingOf(source, span.position, span.end);
    const isContent = source[span.position] === '[';
    const inner: Span = { position: span.position + 1, end: end - 1 };
    if (isContent) readContent(source, inner, name === 'footnote' ? counts.notes : pieces, counts);
    else readContentsWithin(source, inner, pieces, counts);
    span.position = end;
  }
  if (name === 'raw') pieces.push(lastStringIn(source.slice(CALL.lastIndex, span.position)));
  if (name === 'link' && pieces.length === before)
    pieces.push(/"([^"]*)"/.exec(source.slice(CALL.lastIndex, span.position))?.[1] ?? '');
}

/** What a call for code shows is behind the name of its language. */
function lastStringIn(args: string): string {
  const [, text = ''] = Array.from(args.matchAll(/"((?:[^"\\]|\\[\s\S])*)"/g)).at(-1) ?? [];
  return text.replace(/\\(["\\])/g, '$1');
}

/** Of code in parentheses or braces only what is in brackets is text. */
function readContentsWithin(source: string, span: Span, pieces: string[], counts: Counts): void {
  while (span.position < span.end) {
    const character = source[span.position]!;
    if (character === '"') {
      span.position = stringEnd(source, span.position, span.end);
    } else if (character === '[') {
      const end = closingOf(source, span.position, span.end);
      pieces.push('\n');
      readContent(source, { position: span.position + 1, end: end - 1 }, pieces, counts);
      span.position = end;
    } else {
      const call = /[a-z][\w-]*(?=\()/y;
      call.lastIndex = span.position;
      const name = call.exec(source)?.[0];
      if (name) count(name, counts);
      span.position += name?.length ?? 1;
    }
  }
}

/** Statements end with their line, unless brackets are open; blocks of code say nothing. */
function skipDefinition(source: string, span: Span, pieces: string[], counts: Counts): void {
  while (span.position < span.end && source[span.position] !== '\n') {
    const character = source[span.position]!;
    if (character === '{' || character === '[') span.position = closingOf(source, span.position, span.end);
    else if (character === '"') span.position = stringEnd(source, span.position, span.end);
    else if (character === '(') {
      const end = closingOf(source, span.position, span.end);
      const isCall = /conf$|template$|article$/.test(source.slice(Math.max(0, span.position - 20), span.position));
      if (isCall && !source.startsWith('#let', lineStart(source, span.position)))
        readContentsWithin(source, { position: span.position + 1, end: end - 1 }, pieces, counts);
      span.position = end;
    } else span.position++;
  }
}

function lineStart(source: string, position: number): number {
  return source.lastIndexOf('\n', position - 1) + 1;
}

function count(name: string, counts: Counts): void {
  if (name === 'image') counts.figures++;
  if (name === 'link' || name === 'ref') counts.links++;
  if (TABLES.has(name)) counts.tables++;
  if (name === 'heading') counts.headings++;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

function closingOf(source: string, start: number, limit: number): number {
  const open: string[] = [];
  for (let position = start; position < limit; position++) {
    const character = source[position]!;
    if (character === '\\') position++;
    else if (character === '"' && open.at(-1) !== ']') position = stringEnd(source, position, limit) - 1;
    else if (character in CLOSING) open.push(CLOSING[character]!);
    else if (character === open.at(-1)) {
      open.pop();
      if (open.length === 0) return position + 1;
    }
  }
  return limit;
}

function stringEnd(source: string, start: number, limit: number): number {
  for (let position = start + 1; position < limit; position++) {
    if (source[position] === '\\') position++;
    else if (source[position] === '"') return position + 1;
  }
  return limit;
}
