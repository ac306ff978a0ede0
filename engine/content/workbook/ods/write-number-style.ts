import { escapeXml, escapeXmlAttribute } from '../../../io/xml.ts';
import { numberFormat } from '../number-format.ts';

/** Pieces of a format code: quoted and escaped text, widths, fillings, brackets, dates, digits, anything else. */
const PIECE =
  /"([^"]*)"|\\(.)|_.|\*.|\[(\$?[^\]]*)\]|AM\/PM|A\/P|General|([ymdhs]+)|((?:[0#?,]|\.(?=[0#?]))+(?:\.[0#?]*)?(?:E[+-][0#?]+)?)|\.(0+)|[^]/gi;

/** The style of cells that are true or false: without it they show as 1 and 0. */
export const BOOLEAN_STYLE = 'boolean';

export function booleanStyles(): string {
  const numbers = '<number:boolean-style style:name="NB"><number:boolean/></number:boolean-style>';
  return numbers + openCellStyle(BOOLEAN_STYLE, 'NB');
}

interface Built {
  xml: string;
  /** The last date part was hours, or the next one will be seconds: `m` is minutes. */
  lastPart: string;
}

/** A style of OpenDocument (ODF 1.3 part 3, 16.29) for a format code of Excel; only its part for positive numbers. */
export function openNumberStyle(name: string, code: string): string {
  const [section = ''] = code.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])+/g) ?? [code];
  const { kind } = numberFormat(code);
  const element =
    kind === 'number' ? (isPercentage(section) ? 'percentage' : 'number') : kind === 'date' ? 'date' : 'time';
  const overflow = kind === 'elapsed' ? ' number:truncate-on-overflow="false"' : '';
  const xml = kind === 'number' ? numberPieces(section) : datePieces(section);
  return `<number:${element}-style style:name="${name}"${overflow}>${xml}</number:${element}-style>`;
}

export function isPercentage(code: string): boolean {
  return code.replace(/"[^"]*"|\\./g, '').includes('%');
}

function textXml(text: string): string {
  return text === '' ? '' : `<number:text>${escapeXml(text)}</number:text>`;
}

/** What is around the digits: quoted, escaped, a currency in brackets, or as it is. */
function literalOf([piece, quoted, escaped, bracket]: RegExpExecArray): string {
  if (quoted !== undefined) return quoted;
  if (escaped !== undefined) return escaped;
  if (bracket !== undefined) return /^\$([^-]*)/.exec(bracket)?.[1] ?? '';
  return /^[_*]/.test(piece) ? '' : piece;
}

function numberPieces(section: string): string {
  let xml = '';
  let hasDigits = false;
  for (const match of section.matchAll(PIECE)) {
    const digits = match[5] ?? (match[6] === undefined ? undefined : `.${match[6]}`);
    const isGeneral = /^general$/i.test(match[0]);
    if ((digits === undefined && !isGeneral) || hasDigits) {
      xml += digits === undefined ? textXml(literalOf(match)) : '';
      continue;
    }
    hasDigits = true;
    xml += isGeneral ? '<number:number number:min-integer-digits="1"/>' : digitsXml(digits!);
  }
  return xml;
}

function digitsXml(digits: string): string {
  const [mantissa = '', exponent] = digits.split(/E[+-]/i) as [string, string?];
  const [whole = '', fraction = ''] = mantissa.split('.') as [string, string?];
  const count = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;
  const grouping = whole.includes(',') ? ' number:grouping="true"' : '';
  const places = `number:decimal-places="${count(fraction, /[0#?]/g)}" number:min-integer-digits="${count(whole, /0/g)}"${grouping}`;
  if (exponent === undefined) return `<number:number ${places}/>`;
  return `<number:scientific-number ${places} number:min-exponent-digits="${exponent.length}"/>`;
}

function datePieces(section: string): string {
  const built: Built = { xml: '', lastPart: '' };
  const pieces = [...section.matchAll(PIECE)];
  for (const [index, match] of pieces.entries()) {
    const elapsed = /^(?:h+|m+|s+)$/i.exec(match[3] ?? '')?.[0];
    const part = match[4] ?? elapsed;
    if (part !== undefined) addPart(built, part.toLowerCase(), nextPart(pieces, index + 1));
    else if (/^(?:AM\/PM|A\/P)$/i.test(match[0])) built.xml += '<number:am-pm/>';
    else if (match[6] !== undefined) addFraction(built, match[6].length);
    else if (match[3] === undefined) built.xml += textXml(literalOf(match));
  }
  return built.xml;
}

function nextPart(pieces: readonly RegExpExecArray[], from: number): string {
  return (
    pieces
      .slice(from)
      .find((match) => match[4] !== undefined)?.[4]
      ?.toLowerCase() ?? ''
  );
}

function addPart(built: Built, part: string, next: string): void {
  const unit = part[0]!;
  const isMinute = unit === 'm' && part.length <= 2 && (built.lastPart === 'h' || next.startsWith('s'));
  const long = part.length > 1 ? ' number:style="long"' : '';
  built.lastPart = unit;
  if (isMinute) built.xml += `<number:minutes${long}/>`;
  else if (unit === 'm') built.xml += monthXml(part.length);
  else if (unit === 'd') built.xml += dayXml(part.length);
  else if (unit === 'y') built.xml += `<number:year${part.length > 2 ? ' number:style="long"' : ''}/>`;
  else built.xml += `<number:${unit === 'h' ? 'hours' : 'seconds'}${long}/>`;
}

function monthXml(length: number): string {
  if (length > 2) return `<number:month number:textual="true"${length > 3 ? ' number:style="long"' : ''}/>`;
  return `<number:month${length === 2 ? ' number:style="long"' : ''}/>`;
}

function dayXml(length: number): string {
  if (length > 2) return `<number:day-of-week${length > 3 ? ' number:style="long"' : ''}/>`;
  return `<number:day${length === 2 ? ' number:style="long"' : ''}/>`;
}

function addFraction(built: Built, places: number): void {
  built.xml = built.xml.replace(/(<number:seconds[^/]*)\/>$/, `$1 number:decimal-places="${places}"/>`);
}

/** A style of cells that shows numbers in a number style. */
export function openCellStyle(name: string, numberStyle: string): string {
  return `<style:style style:name="${escapeXmlAttribute(name)}" style:family="table-cell" style:parent-style-name="Default" style:data-style-name="${numberStyle}"/>`;
}
