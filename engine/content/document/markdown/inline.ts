import { decodeHTMLStrict } from 'entities/decode';
import type { Definitions, LinkTarget } from './definitions.ts';
import { joinEmphasis, type Piece } from './emphasis.ts';
import { escapeHtml, unescapeMarkdown } from './escape.ts';

/** Writes a footnote where it is referred to. */
export type FootnoteWriter = (label: string) => string | undefined;

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const HTML_TAG =
  /^<(?:[a-z][\w-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|\/[a-z][\w-]*\s*|!--[\s\S]*?--|\?[\s\S]*?\?|![a-z][^>]*)>/i;
const AUTOLINK = /^<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>/i;
const MAIL = /^<([\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)>/i;
const ENTITY = /^&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,31});/i;
const BARE_LINK = /^(?:https?:\/\/|www\.)[^\s<]*[^\s<?!.,:;*_~'"]/i;
const FORMULA = /^\$(?!\s)((?:[^$\\\n]|\\.)+?)(?<!\s)\$(?!\d)/;
const DISPLAY_FORMULA = /^\$\$([^$]+)\$\$/;
/** Brackets that wait for their end; more are text. */
const MAX_BRACKETS = 500;

interface Bracket {
  readonly piece: number;
  readonly isImage: boolean;
  readonly start: number;
  isActive: boolean;
}

/** Reads the text of one block as HTML (CommonMark 0.31, section 6, with strikethrough, bare links and formulas). */
export class InlineReader {
  readonly #definitions: Definitions;
  readonly #footnote: FootnoteWriter;

  constructor(definitions: Definitions, footnote: FootnoteWriter) {
    this.#definitions = definitions;
    this.#footnote = footnote;
  }

  read(text: string): string {
    const pieces: Piece[] = [];
    const brackets: Bracket[] = [];
    const unclosed = new Set<number>();
    let index = 0;
    while (index < text.length) index = this.#readNext(text, index, { pieces, brackets, unclosed });
    return joinEmphasis(pieces, 0);
  }

  #readNext(text: string, index: number, state: State): number {
    const { pieces, brackets } = state;
    const character = text[index]!;
    const rest = (): string => text.slice(index, index + 5000);
    switch (character) {
      case '\\':
        return readBackslash(text, index, pieces);
      case '`':
        return readCode(text, index, state);
      case '<':
        return readAngle(rest(), index, pieces);
      case '&': {
        const entity = ENTITY.exec(text.slice(index, index + 40))?.[0];
        pieces.push({ html: entity ?? '&amp;' });
        return index + (entity?.length ?? 1);
      }
      case '*':
      case '_':
      case '~':
        return readDelimiters(text, index, pieces);
      case '!':
        if (text[index + 1] !== '[') break;
        return openBracket(index, true, state);
      case '[':
        if (text[index + 1] === '^') {
          const end = this.#readFootnote(text, index, pieces);
          if (end > index) return end;
        }
        return openBracket(index, false, state);
      case ']':
        return this.#closeBracket(text, index, pieces, brackets);
      case '$': {
        const display = DISPLAY_FORMULA.exec(rest());
        const formula = display ?? FORMULA.exec(rest());
        if (!formula) break;
        pieces.push({ html: formulaHtml(formula[1]!, display !== null) });
        return index + formula[0].length;
      }
      case '\n':
        return readLineEnd(text, index, pieces);
      default:
        return readPlain(text, index, pieces);
    }
    pieces.push({ html: escapeHtml(character) });
    return index + 1;
  }

  #readFootnote(text: string, index: number, pieces: Piece[]): number {
    const [whole, label] = /^\[\^([^\]\s]+)\]/.exec(text.slice(index, index + 200)) ?? [];
    const html = label === undefined ? undefined : this.#footnote(label);
    if (html === undefined) return index;
    pieces.push({ html });
    return index + whole!.length;
  }

  #closeBracket(text: string, index: number, pieces: Piece[], brackets: Bracket[]): number {
    const opener = brackets.pop();
    if (!opener?.isActive) {
      pieces.push({ html: ']' });
      return index + 1;
    }
    const inner = text.slice(opener.start, index);
    const found = inlineTarget(text, index + 1) ?? this.#referenced(text, index + 1, inner);
    if (!found) {
      pieces.push({ html: ']' });
      return index + 1;
    }
    const content = joinEmphasis(pieces.splice(opener.piece + 1), 0);
    pieces[opener.piece] = {
      html: opener.isImage ? imageHtml(content, found.target) : linkHtml(content, found.target),
    };
    // A link holds no links.
    if (!opener.isImage) for (const bracket of brackets) if (!bracket.isImage) bracket.isActive = false;
    return found.end;
  }

  #referenced(text: string, index: number, inner: string): Found | undefined {
    const [whole = '', label = ''] = /^\[((?:[^\][\\]|\\.){0,999})\]/.exec(text.slice(index, index + 1010)) ?? [];
    const target = this.#definitions.link(label.trim() === '' ? inner : label);
    return target && { target, end: index + whole.length };
  }
}

interface State {
  readonly pieces: Piece[];
  readonly brackets: Bracket[];
  /** Lengths of runs of backticks that have no end. */
  readonly unclosed: Set<number>;
}

interface Found {
  readonly target: LinkTarget;
  readonly end: number;
}

function readBackslash(text: string, index: number, pieces: Piece[]): number {
  const next = text[index + 1] ?? '';
  if (next === '\n') pieces.push({ html: '<br>\n' });
  else if (next !== '' && PUNCTUATION.test(next)) pieces.push({ html: escapeHtml(next) });
  else {
    pieces.push({ html: '\\' });
    return index + 1;
  }
  return index + 2;
}

function readCode(text: string, index: number, { pieces, unclosed }: State): number {
  const ticks = /^`+/.exec(text.slice(index, index + 200))![0];
  const end = unclosed.has(ticks.length) ? -1 : closingTicks(text, index + ticks.length, ticks.length);
  if (end < 0) {
    unclosed.add(ticks.length);
    pieces.push({ html: ticks });
    return index + ticks.length;
  }
  const raw = text.slice(index + ticks.length, end).replaceAll('\n', ' ');
  const code = /^ .*[^ ].* $|^ [^ ] $/.test(raw) ? raw.slice(1, -1) : raw;
  pieces.push({ html: `<code>${escapeHtml(code)}</code>` });
  return end + ticks.length;
}

function closingTicks(text: string, from: number, length: number): number {
  const runs = /`+/g;
  runs.lastIndex = from;
  for (let match = runs.exec(text); match; match = runs.exec(text)) if (match[0].length === length) return match.index;
  return -1;
}

function readAngle(rest: string, index: number, pieces: Piece[]): number {
  const link = AUTOLINK.exec(rest);
  const mail = link ? null : MAIL.exec(rest);
  const tag = link || mail ? null : HTML_TAG.exec(rest);
  const address = link?.[1] ?? mail?.[1];
  if (address !== undefined) {
    const target = mail ? `mailto:${address}` : address;
    pieces.push({ html: `<a href="${escapeHtml(target)}">${escapeHtml(address)}</a>` });
  } else pieces.push({ html: tag ? tag[0] : '&lt;' });
  return index + ((link ?? mail ?? tag)?.[0].length ?? 1);
}

function readDelimiters(text: string, index: number, pieces: Piece[]): number {
  const mark = text[index]!;
  let end = index;
  while (text[end] === mark) end++;
  const count = end - index;
  const before = charBefore(text, index);
  const after = text.slice(end, end + 2).match(/./su)?.[0] ?? ' ';
  const isLeft = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before));
  const isRight = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after));
  const isWordMark = mark === '_';
  pieces.push({
    html: mark.repeat(count),
    delimiter: {
      mark: mark as '*' | '_' | '~',
      count,
      length: count,
      canOpen: isLeft && (!isWordMark || !isRight || isPunctuation(before)) && (mark !== '~' || count <= 2),
      canClose: isRight && (!isWordMark || !isLeft || isPunctuation(after)) && (mark !== '~' || count <= 2),
    },
  });
  return end;
}

function charBefore(text: string, index: number): string {
  return text.slice(Math.max(0, index - 2), index).match(/.$/su)?.[0] ?? ' ';
}

function isSpace(character: string): boolean {
  return /\s/u.test(character);
}

function isPunctuation(character: string): boolean {
  return /[\p{P}\p{S}]/u.test(character);
}

function openBracket(index: number, isImage: boolean, { pieces, brackets }: State): number {
  const mark = isImage ? '![' : '[';
  if (brackets.length < MAX_BRACKETS)
    brackets.push({ piece: pieces.length, isImage, start: index + mark.length, isActive: true });
  pieces.push({ html: mark });
  return index + mark.length;
}

/** `(destination "title")` behind a bracket. */
function inlineTarget(text: string, index: number): Found | undefined {
  if (text[index] !== '(') return undefined;
  const rest = text.slice(index + 1, index + 4_000_000);
  const start = /^\s*/.exec(rest)![0].length;
  const length = destinationLength(rest, start);
  if (length === undefined) return undefined;
  const raw = rest.slice(start, start + length);
  const behind = /^(?:\s+("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?\s*\)/.exec(
    rest.slice(start + length, start + length + 2000),
  );
  if (!behind) return undefined;
  const destination = decodeHTMLStrict(unescapeMarkdown(raw.replace(/^<([\s\S]*)>$/, '$1')));
  const title = behind[1] === undefined ? undefined : decodeHTMLStrict(unescapeMarkdown(behind[1].slice(1, -1)));
  return {
    target: { destination, ...(title !== undefined && { title }) },
    end: index + 1 + start + length + behind[0].length,
  };
}

function destinationLength(text: string, start: number): number | undefined {
  if (text[start] === '<') {
    const whole = /^<(?:[^<>\\\n]|\\.)*>/.exec(text.slice(start, start + 4_000_000))?.[0];
    return whole?.length;
  }
  let depth = 0;
  let index = start;
  for (; index < text.length; index++) {
    const character = text[index]!;
    if (character === '\\' && PUNCTUATION.test(text[index + 1] ?? '')) index++;
    else if (character <= ' ') break;
    else if (character === '(') depth++;
    else if (character === ')' && depth-- === 0) break;
  }
  return depth > 0 ? undefined : index - start;
}

function linkHtml(content: string, { destination, title }: LinkTarget): string {
  return `<a href="${escapeHtml(destination)}"${titleAttribute(title)}>${content}</a>`;
}

function imageHtml(content: string, { destination, title }: LinkTarget): string {
  // The description of a picture is the text of what it would be.
  const alternative = content.replace(/<img[^>]*?alt="([^"]*)"[^>]*>/g, '$1').replace(/<[^>]*>/g, '');
  return `<img src="${escapeHtml(destination)}" alt="${alternative}"${titleAttribute(title)}>`;
}

function titleAttribute(title: string | undefined): string {
  return title === undefined ? '' : ` title="${escapeHtml(title)}"`;
}

export function formulaHtml(formula: string, isDisplay: boolean): string {
  return `<athanor-math${isDisplay ? ' display="block"' : ''}>${escapeHtml(formula)}</athanor-math>`;
}

/** Two spaces before the end of a line break it. */
function readLineEnd(text: string, index: number, pieces: Piece[]): number {
  const last = pieces.at(-1);
  const isHard = last !== undefined && !last.delimiter && last.html.endsWith('  ');
  if (last && !last.delimiter) pieces[pieces.length - 1] = { html: last.html.trimEnd() };
  pieces.push({ html: isHard ? '<br>\n' : '\n' });
  let end = index + 1;
  while (text[end] === ' ' || text[end] === '\t') end++;
  return end;
}

function readPlain(text: string, index: number, pieces: Piece[]): number {
  const link = /[hw]/i.test(text[index]!) && !/[\w/]/.test(text[index - 1] ?? '') ? bareLink(text, index) : undefined;
  if (link !== undefined) {
    const target = /^www\./i.test(link) ? `http://${link}` : link;
    pieces.push({ html: `<a href="${escapeHtml(target)}">${escapeHtml(link)}</a>` });
    return index + link.length;
  }
  let end = index + 1;
  while (end < text.length && !/[\\`<&*_~![\]$\nhwHW]/.test(text[end]!)) end++;
  pieces.push({ html: escapeHtml(text.slice(index, end)) });
  return end;
}

/** An address in the text; a closing parenthesis at its end belongs to the text if it was opened there. */
function bareLink(text: string, index: number): string | undefined {
  let link = BARE_LINK.exec(text.slice(index, index + 2000))?.[0];
  while (link?.endsWith(')') && link.split(')').length > link.split('(').length) link = link.slice(0, -1);
  return link !== undefined && /^(?:https?:\/\/[^\s/]+|www\.[^\s/]+\.[^\s/]+)/i.test(link) ? link : undefined;
}
