import { StringDecoder } from 'node:string_decoder';
import { ConversionError } from '../contract/errors.ts';

/** Attributes of one element, parsed only when asked for. Names are local: without their prefix. */
export interface XmlAttributes {
  get(localName: string): string | undefined;
  /** All of them by their full names, in order; of a name that comes again the last. */
  all(): Iterable<readonly [name: string, value: string]>;
}

export interface XmlHandler {
  /** `name` is the local name, without a prefix; the tag is from `start` up to `end` in the source. */
  open(name: string, attributes: XmlAttributes, start: number, end: number): void;
  /** For an empty element `start` and `end` are both the end of its only tag. */
  close(name: string, start: number, end: number): void;
  text(value: string): void;
}

const LESS_THAN = 0x3c;
const NAME_END = /[\s/>]/g;
const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const REFERENCE = /&(#x0*[0-9a-f]{1,6}|#0*[0-9]{1,7}|[a-z]{1,4});/gi;

/** UTF-8 or UTF-16 by byte order mark; office files are UTF-8 otherwise. */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

/** Characters in which a declaration stands. */
const DECLARATION_CHARS = 200;
const ENCODING = /^<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/;

/** The encoding that the XML declaration at the beginning names. */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  return ENCODING.exec(String.fromCharCode(...bytes.subarray(0, DECLARATION_CHARS)))?.[1];
}

export interface XmlOptions {
  readonly doctype?: 'refuse' | 'skip';
}

/** The text of XML that comes in pieces of bytes, in the encodings of `decodeXml`. */
export function* decodeXmlPieces(pieces: Iterable<Uint8Array>): Generator<string> {
  let decoder: { write(bytes: Uint8Array): string; end(): string } | undefined;
  for (const piece of pieces) {
    if (piece.byteLength === 0) continue;
    const text = (decoder ??= decoderOf(piece)).write(piece);
    if (text !== '') yield text;
  }
  const end = decoder?.end() ?? '';
  if (end !== '') yield end;
}

function decoderOf(head: Uint8Array) {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return isUtf16 ? utf16Decoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be') : utf8Decoder();
}

function utf16Decoder(encoding: 'utf-16le' | 'utf-16be') {
  const decoder = new TextDecoder(encoding);
  return { write: (bytes: Uint8Array) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

/** Its texts take a byte a character where they can, unlike those of a `TextDecoder` that is given pieces. */
function utf8Decoder() {
  const decoder = new StringDecoder('utf8');
  let isStart = true;
  return {
    write(bytes: Uint8Array) {
      const text = decoder.write(bytes);
      if (!isStart || text === '') return text;
      isStart = false;
      return text.startsWith('\ufeff') ? text.slice(1) : text;
    },
    end: () => decoder.end(),
  };
}

/**
 * Walks XML without building a tree. Document type declarations are refused or skipped, so there are no entities
 * beyond the predefined ones and nothing is ever expanded or fetched. Throws `input_corrupt` for text that is not
 * well-formed and `input_too_complex` beyond `maxDepth` open elements.
 */
export function scanXml(source: string, handler: XmlHandler, maxDepth: number, options: XmlOptions = {}): void {
  const scan = createScan(handler, maxDepth, options);
  walk(source, scan, true);
  requireClosed(scan);
}

/** Characters that are walked between two steps: what they become is small beside the source. */
const STEP_CHARS = 65_536;

/** The same in steps, for handlers that hand over what they have found before they are given more. */
export function* scanXmlInSteps(
  source: string,
  handler: XmlHandler,
  maxDepth: number,
  options: XmlOptions = {},
): Generator<void> {
  const scan = createScan(handler, maxDepth, options);
  while (scan.position < source.length) {
    walk(source, scan, true, scan.position + STEP_CHARS);
    yield;
  }
  requireClosed(scan);
}

/**
 * Walks XML that comes in pieces, wherever they divide it, just as `scanXml` walks the whole: no more of it is in
 * memory than a piece and the tag or the text that it cuts.
 */
export function scanXmlPieces(
  pieces: Iterable<string>,
  handler: XmlHandler,
  maxDepth: number,
  options: XmlOptions = {},
): void {
  const scan = createScan(handler, maxDepth, options);
  let rest = '';
  let enough = 0;
  for (const piece of pieces) {
    rest += piece;
    if (rest.length < enough) continue;
    walkUntilCut(rest, scan);
    scan.base += scan.position;
    rest = rest.slice(scan.position);
    scan.position = 0;
    // What is cut is looked at again from its start: never so often that a very long text takes its square of time.
    enough = 2 * rest.length;
  }
  walk(rest, scan, true);
  requireClosed(scan);
}

interface Scan {
  readonly handler: XmlHandler;
  readonly maxDepth: number;
  readonly doctype: 'refuse' | 'skip';
  readonly openNames: string[];
  /** What came before the source that is walked now; where in it the walk is. */
  base: number;
  position: number;
}

function createScan(handler: XmlHandler, maxDepth: number, { doctype = 'refuse' }: XmlOptions): Scan {
  return { handler, maxDepth, doctype, openNames: [], base: 0, position: 0 };
}

/** Goes on to the end, or to the tag or text that may go on in the next piece. */
function walkUntilCut(source: string, scan: Scan): void {
  try {
    walk(source, scan, false);
  } catch (error) {
    if (!(error instanceof EndsInside)) throw error;
  }
}

/** Walks from where the walk is to the end of the source, or until it is past a position. */
function walk(source: string, scan: Scan, isLast: boolean, until = source.length): void {
  const { handler, openNames, base } = scan;
  let position = scan.position;
  const end = Math.min(until, source.length);
  while (position < end) {
    scan.position = position;
    if (source.charCodeAt(position) !== LESS_THAN) {
      const next = indexOrEnd(source, '<', position);
      if (next === source.length && !isLast) return;
      if (openNames.length > 0) handler.text(decodeReferences(source.slice(position, next)));
      position = next;
    } else if (source.startsWith('<!', position)) {
      if (!isLast && mayGoOn(source, position)) return;
      const isProlog = scan.doctype === 'skip' && openNames.length === 0;
      const afterDoctype = isProlog ? endOfDoctype(source, position) : undefined;
      position = afterDoctype ?? skipDeclaration(source, position, handler, openNames.length > 0);
    } else if (source.startsWith('<?', position)) {
      position = endOf(source, '?>', position + 2);
    } else if (source.startsWith('</', position)) {
      const end = endOf(source, '>', position);
      const name = localName(source.slice(position + 2, end - 1).trimEnd());
      if (openNames.pop() !== name) throw notWellFormed('elements are not nested correctly');
      handler.close(name, base + position, base + end);
      position = end;
    } else {
      position = openElement(source, position, scan);
    }
  }
  scan.position = position;
}

function requireClosed({ openNames }: Scan): void {
  if (openNames.length > 0) throw notWellFormed('it ends inside an element');
}

/** A declaration of which too little is there to tell what it is. */
function mayGoOn(source: string, position: number): boolean {
  if (source.length - position < '<![CDATA['.length) return true;
  DOCTYPE.lastIndex = position;
  return source.startsWith('<!DOCTYPE', position) && !DOCTYPE.test(source);
}

function openElement(source: string, start: number, { handler, openNames, maxDepth, base }: Scan): number {
  const end = endOfTag(source, start + 1);
  NAME_END.lastIndex = start + 1;
  const nameEnd = NAME_END.exec(source)?.index ?? end;
  const name = localName(source.slice(start + 1, nameEnd));
  const isEmpty = source[end - 2] === '/';
  const attributes = lazyAttributes(source, nameEnd, end - (isEmpty ? 2 : 1));
  handler.open(name, attributes, base + start, base + end);
  if (isEmpty) {
    handler.close(name, base + end, base + end);
    return end;
  }
  openNames.push(name);
  if (openNames.length > maxDepth) {
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The document nests its elements more than ${maxDepth} levels deep.`,
      details: { limit: 'nesting', allowed: maxDepth, found: openNames.length },
    });
  }
  return end;
}

/** The position after the tag's `>`: one inside a quoted attribute value does not count. */
function endOfTag(source: string, start: number): number {
  let position = start;
  for (;;) {
    const end = source.indexOf('>', position);
    if (end < 0) throw new EndsInside('it ends inside a tag');
    const quote = firstQuote(source, position, end);
    if (quote < 0) return end + 1;
    const closing = source.indexOf(source[quote]!, quote + 1);
    if (closing < 0) throw new EndsInside('an attribute is not closed');
    position = closing + 1;
  }
}

function firstQuote(source: string, start: number, end: number): number {
  for (let position = start; position < end; position++) {
    const code = source.charCodeAt(position);
    if (code === 0x22 || code === 0x27) return position;
  }
  return -1;
}

function lazyAttributes(source: string, start: number, end: number): XmlAttributes {
  let parsed: Map<string, string> | undefined;
  return {
    get(name) {
      parsed ??= parseAttributes(source.slice(start, end), localName);
      return parsed.get(name);
    },
    all: () => parseAttributes(source.slice(start, end), (name) => name),
  };
}

/** `name="value"` or `name='value'`, with white space around the equals sign; anything else is passed over. */
function parseAttributes(text: string, nameOf: (name: string) => string): Map<string, string> {
  const attributes = new Map<string, string>();
  let position = 0;
  for (let equals = text.indexOf('='); equals >= 0; equals = text.indexOf('=', position)) {
    let start = equals + 1;
    while (isSpace(text.charCodeAt(start))) start++;
    const quote = text[start];
    const end = quote === '"' || quote === "'" ? text.indexOf(quote, start + 1) : -1;
    if (end >= 0) {
      const name = lastWord(text.slice(position, equals));
      if (name !== '') attributes.set(nameOf(name), decodeReferences(text.slice(start + 1, end)));
    }
    position = end >= 0 ? end + 1 : equals + 1;
  }
  return attributes;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function lastWord(text: string): string {
  const trimmed = text.trim();
  const space = trimmed.search(/\s\S*$/);
  return space < 0 ? trimmed : trimmed.slice(space + 1);
}

function skipDeclaration(source: string, start: number, handler: XmlHandler, insideElement: boolean): number {
  if (source.startsWith('<!--', start)) return endOf(source, '-->', start + 4);
  if (insideElement && source.startsWith('<![CDATA[', start)) {
    const end = endOf(source, ']]>', start + 9);
    handler.text(source.slice(start + 9, end - 3));
    return end;
  }
  throw new ConversionError({
    code: 'input_corrupt',
    message: 'The document contains a document type declaration, which office files must not have. It is refused.',
  });
}

/** The document type declaration of a file, whole; empty where it has none. */
export function doctypeOf(source: string): string {
  PROLOG.lastIndex = 0;
  PROLOG.test(source);
  const start = PROLOG.lastIndex;
  return source.slice(start, endOfDoctype(source, start) ?? start);
}

/** What may stand before the document type: white space, instructions and comments. */
const PROLOG = /(?:[\uFEFF\s]+|<\?[^]*?\?>|<!--[^]*?-->)*/y;

/** The position after a document type, its internal subset included; undefined where there is none. */
function endOfDoctype(source: string, start: number): number | undefined {
  DOCTYPE.lastIndex = start;
  return DOCTYPE.test(source) ? DOCTYPE.lastIndex : undefined;
}

const DOCTYPE =
  /<!DOCTYPE(?:[^[>"']|"[^"]*"|'[^']*')*(?:\[(?:[^\]"'<]|"[^"]*"|'[^']*'|<!--[\s\S]*?-->|<(?!!--))*\]\s*)?>/y;

/** Unknown references are kept as they stand: without a document type they can mean nothing. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, body: string) => {
    if (body[0] !== '#') return PREDEFINED[body] ?? whole;
    const code = body[1] === 'x' || body[1] === 'X' ? parseInt(body.slice(2), 16) : parseInt(body.slice(1), 10);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
  });
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

function indexOrEnd(source: string, text: string, from: number): number {
  const index = source.indexOf(text, from);
  return index < 0 ? source.length : index;
}

function endOf(source: string, text: string, from: number): number {
  const index = source.indexOf(text, from);
  if (index < 0) throw new EndsInside('it ends inside a tag');
  return index + text.length;
}

function notWellFormed(what: string): ConversionError {
  return new ConversionError(damage(what));
}

/** The text is over inside of a tag: of a piece, the next one may hold the rest. */
class EndsInside extends ConversionError {
  constructor(what: string) {
    super(damage(what));
  }
}

function damage(what: string) {
  return { code: 'input_corrupt', message: `The document's XML is damaged: ${what}.` } as const;
}

/** The characters that XML 1.0 does not hold (2.2), but for the halves of surrogate pairs. */
// oxlint-disable-next-line no-control-regex -- they are what XML cannot hold
export const OUTSIDE_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Halves of surrogate pairs that stand alone: no encoding holds them. */
export const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Most words and cells have nothing of this: they are looked at once. */
const NEEDS_ESCAPE = new RegExp(`[&<>]|${OUTSIDE_XML.source}`);

/** Text as it stands between tags, without the characters that XML cannot hold. */
export function escapeXml(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text;
  return text.replaceAll(OUTSIDE_XML, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Text as it stands in a quoted attribute. */
export function escapeXmlAttribute(text: string): string {
  return escapeXml(text).replaceAll('"', '&quot;');
}
