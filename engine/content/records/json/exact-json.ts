const BACKSLASH = 0x5c;
/** Begins a name that is in hexadecimal: a character that nobody but us begins one with. */
const MARK = '\ue000';

export interface RawJson {
  readonly rawJSON: string;
}

/** The part of JSON that TypeScript's library does not know yet (ECMAScript: JSON.parse source text access). */
const rawJson = JSON as unknown as { rawJSON(text: string): RawJson; isRawJSON(value: unknown): value is RawJson };

export function isRawJson(value: unknown): value is RawJson {
  return rawJson.isRawJSON(value);
}

/** Parses JSON; numbers keep their digits as `JSON.rawJSON` objects. Throws SyntaxError. */
export function parseExactJson(text: string): unknown {
  const value = parse(text, reviveScalar);
  const safe = text.includes('\\') ? withoutEscapedNames(text) : undefined;
  return safe === undefined ? value : parse(safe, (key, inner, source) => decoded(reviveScalar(key, inner, source)));
}

type Revive = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

function parse(text: string, revive: Revive): unknown {
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown) as unknown;
}

function reviveScalar(_key: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  return typeof value === 'number' && source !== undefined ? rawJson.rawJSON(source) : value;
}

/**
 * Valid JSON with the names in hexadecimal that hold an escape; undefined if none does. V8 may take such a name for
 * another one that it met before: after `{"a":[],"\\":0}` it reads `{"a":1,"\n":0}` with a backslash as second name
 * (https://github.com/nodejs/node/issues/63785).
 */
function withoutEscapedNames(text: string): string | undefined {
  let safe = '';
  let copied = 0;
  let end = 0;
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', end)) {
    end = endOfJsonString(text, start) + 1;
    if (!isName(text, end)) continue;
    const name = text.slice(start, end);
    if (!name.includes('\\') && name[1] !== MARK) continue;
    safe += `${text.slice(copied, start)}"${encodeName(JSON.parse(name) as string)}"`;
    copied = end;
  }
  return copied === 0 ? undefined : safe + text.slice(copied);
}

function isName(text: string, end: number): boolean {
  let after = end;
  while (' \t\r\n'.includes(text.charAt(after)) && after < text.length) after++;
  return text[after] === ':';
}

function encodeName(name: string): string {
  return MARK + name.replace(/[^]/g, (unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
}

function decoded(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value as object);
  if (!entries.some(([name]) => name.startsWith(MARK))) return value;
  return Object.fromEntries(entries.map(([name, inner]) => [decodeName(name), inner]));
}

function decodeName(name: string): string {
  if (!name.startsWith(MARK)) return name;
  return name.slice(MARK.length).replace(/.{4}/g, (unit) => String.fromCharCode(parseInt(unit, 16)));
}

/** Where a string that begins at `start` has its closing quote; the length of the text if it has none. */
export function endOfJsonString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
