import { latin1Bytes, latin1Of, utf8Bytes, utf8Length } from '../../../io/bytes.ts';
import { ConversionError } from '../../../contract/errors.ts';

/*
 * `ical.js` 2.2 judges what is written here. It refuses vCard 2.1 with bare parameters (`TEL;HOME`), leaves its
 * quoted-printable texts encoded, and refuses a whole file for one line that is none, or for an end that is missing.
 */

/** One property of a calendar or a contact (RFC 5545 §3.1, RFC 6350 §3.3, vCard 2.1). */
export interface Property {
  /** In capitals, without its group. */
  readonly name: string;
  /** In capitals; of one without a name, which vCard 2.1 allows, the name is TYPE. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  /** With its escapes; quoted-printable is decoded already. */
  readonly value: string;
}

export interface Component {
  readonly name: string;
  readonly properties: Property[];
  readonly components: Component[];
}

/** Components of one file, and how deep they may be in one another. */
const MAX_COMPONENTS = 100_000;
const MAX_DEPTH = 16;

/** The components of a file. Lines that are none are passed over. Throws `input_corrupt` and `input_too_complex`. */
export function parseComponents(text: string, expected: 'VCALENDAR' | 'VCARD'): Component[] {
  const root: Component = { name: '', properties: [], components: [] };
  const open: Component[] = [root];
  let count = 0;
  for (const line of unfoldedLines(text)) {
    const property = parseLine(line);
    if (!property) continue;
    const { name, value } = property;
    if (name === 'BEGIN') {
      const component: Component = { name: value.trim().toUpperCase(), properties: [], components: [] };
      if (++count > MAX_COMPONENTS || open.length > MAX_DEPTH) throw tooMany(count);
      open.at(-1)!.components.push(component);
      open.push(component);
    } else if (name === 'END') {
      const at = open.findLastIndex((component) => component.name === value.trim().toUpperCase());
      if (at > 0) open.length = at;
    } else open.at(-1)!.properties.push(property);
  }
  const found = root.components.filter((component) => component.name === expected);
  if (found.length > 0) return found;
  const kind = expected === 'VCALENDAR' ? 'calendar' : 'contact';
  throw new ConversionError({
    code: 'input_corrupt',
    message: `The file holds no ${kind}: it does not begin with BEGIN:${expected}.`,
  });
}

/** Long lines go on in the next one after a space; quoted-printable ones of vCard 2.1 after an equals sign. */
function* unfoldedLines(text: string): Generator<string> {
  let line = '';
  let goesOn = false;
  for (const next of text.split(/\r*\n|\r/)) {
    if (goesOn) line = line.slice(0, -1) + next;
    else if (/^[ \t]/.test(next)) line += next.slice(1);
    else {
      if (line !== '') yield line;
      line = next;
    }
    goesOn = line.endsWith('=') && /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(line);
  }
  if (line !== '') yield line;
}

const NAME = /^(?:[\w-]+\.)?([\w-]+)/;
const PARAMETER = /;([\w-]+)(?:=((?:"[^"]*"|[^";:,])*(?:,(?:"[^"]*"|[^";:,])*)*))?/y;

function parseLine(line: string): Property | undefined {
  const name = NAME.exec(line);
  if (!name) return undefined;
  const parameters = new Map<string, string[]>();
  let position = name[0].length;
  for (;;) {
    PARAMETER.lastIndex = position;
    const match = PARAMETER.exec(line);
    if (!match) break;
    position = PARAMETER.lastIndex;
    const [, key = '', value] = match;
    const values = value === undefined ? [key] : splitValues(value);
    const named = value === undefined ? nameOfBare(key) : key.toUpperCase();
    parameters.set(named, [...(parameters.get(named) ?? []), ...values]);
  }
  if (line[position] !== ':') return undefined;
  return { name: name[1]!.toUpperCase(), parameters, value: decodeValue(line.slice(position + 1), parameters) };
}

/** vCard 2.1 writes the values of some parameters alone. */
function nameOfBare(word: string): string {
  return /^(?:QUOTED-PRINTABLE|BASE64|8BIT|7BIT)$/i.test(word) ? 'ENCODING' : 'TYPE';
}

function splitValues(value: string): string[] {
  return (value.match(/"[^"]*"|[^,]+/g) ?? []).map((one) => one.replace(/^"(.*)"$/s, '$1'));
}

function decodeValue(value: string, parameters: ReadonlyMap<string, readonly string[]>): string {
  if (!/^quoted-printable$/i.test(parameters.get('ENCODING')?.[0] ?? '')) return value;
  const bytes = latin1Bytes(
    value.replace(/=([\da-f]{2})|([^\x20-\x7e\t])/gi, (_, hex?: string, other?: string) =>
      hex === undefined ? latin1Of(utf8Bytes(other!)) : String.fromCharCode(parseInt(hex, 16)),
    ),
  );
  const decoded = decoderOf(parameters.get('CHARSET')?.[0]).decode(bytes);
  // What it decodes to is meant as it stands.
  return decoded.replace(/\r\n?|\n/g, '\\n');
}

function decoderOf(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new TextDecoder('windows-1252');
  }
}

function tooMany(count: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The file has more than ${MAX_COMPONENTS} entries, or entries that are nested more than ${MAX_DEPTH} deep. Split it first.`,
    details: { limit: 'components', allowed: MAX_COMPONENTS, found: count },
  });
}

/** A text value without its escapes. */
export function unescapeText(value: string): string {
  return value.replace(/\\([nN,;:\\"])/g, (_, character: string) =>
    character === 'n' || character === 'N' ? '\n' : character,
  );
}

export function escapeText(text: string): string {
  return text.replace(/[\\,;]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');
}

/** The parts of a value at each separator that is not escaped. */
export function splitAt(value: string, separator: ';' | ','): string[] {
  const parts = [''];
  for (let index = 0; index < value.length; index++) {
    const character = value[index]!;
    if (character === '\\' && index + 1 < value.length) parts[parts.length - 1] += character + value[++index]!;
    else if (character === separator) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

const LINE_BYTES = 75;

/** A line that is folded where it is longer than the formats allow, never within a character. */
export function foldLine(line: string): string {
  if (utf8Length(line) <= LINE_BYTES) return `${line}\r\n`;
  const lines: string[] = [];
  let current = '';
  let bytes = 0;
  for (const character of line) {
    const size = utf8Length(character);
    if (bytes + size > LINE_BYTES) {
      lines.push(current);
      current = ' ';
      bytes = 1;
    }
    current += character;
    bytes += size;
  }
  return `${[...lines, current].join('\r\n')}\r\n`;
}
