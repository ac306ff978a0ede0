import { startCounting, withoutMarks, type Counts, type MarkupContent } from './content.ts';
import { shortLines } from './lines.ts';

/** Characters by their two-letter names (groff_char(7)). */
const NAMED: Readonly<Record<string, string>> = {
  aq: "'",
  dq: '"',
  lq: '“',
  rq: '”',
  oq: '‘',
  cq: '’',
  em: '—',
  en: '–',
  hy: '-',
  bu: '•',
  co: '©',
  rg: '®',
  ti: '~',
  ha: '^',
  rs: '\\',
  ga: '`',
  de: '°',
  mu: '×',
  '+-': '±',
  '->': '→',
  '<-': '←',
  Eu: '€',
  ss: 'ß',
  ae: 'æ',
  oe: 'œ',
  AE: 'Æ',
  OE: 'Œ',
  "'e": 'é',
  '`e': 'è',
  ':a': 'ä',
  ':o': 'ö',
  ':u': 'ü',
  ':A': 'Ä',
  ':O': 'Ö',
  ':U': 'Ü',
  ',c': 'ç',
  '~n': 'ñ',
  '^a': 'â',
  '^e': 'ê',
  '^o': 'ô',
  '`a': 'à',
  "'a": 'á',
  "'o": 'ó',
  "'u": 'ú',
  "'i": 'í',
  ':i': 'ï',
  '/o': 'ø',
  oa: 'å',
};
/** Macros whose arguments are text. */
const SPEAKING = new Set('B I R BR RB BI IB IR RI SB SM SY OP MR AU AI'.split(' '));
const HEADINGS = new Set('SH SS NH Sh Ss'.split(' '));
/** Macros of mdoc that stand for a word of their own, or for none. */
const MDOC = new Set(
  'Ac Ad An Ao Ap Aq Ar At Bc Bd Bl Bo Bq Brc Bro Brq Bsx Bt Bx Cd Cm D1 Dc Dd Dl Do Dq Dt Dv Dx Ec Ed El Em En Eo Er Es Ev Ex Fa Fc Fd Fl Fn Fo Fr Ft Fx Hf Ic In It Lb Li Lk Lp Me Ms Mt Nd Nm No Ns Nx Oc Oo Op Os Ot Ox Pa Pc Pf Po Pp Pq Qc Ql Qo Qq Re Rs Rv Sc Sm So Sq St Sx Sy Ta Tg Tn Ud Ux Va Vt Xc Xo Xr'.split(
    ' ',
  ),
);
const SILENT_MDOC = new Set(['Bl', 'Bd', 'El', 'Ed', 'Dd', 'Dt', 'Os', 'Pp', 'Ex', 'Rs', 'Re']);

/** The text of a manual page or manuscript in roff (man, mdoc and ms macros, tbl, eqn). */
export function readRoff(source: string): MarkupContent {
  const counts = startCounting();
  const pieces: string[] = [];
  let macro: 'equation' | 'format' | 'definition' | undefined;
  for (const line of shortLines(source.replace(/\\\r?\n/g, ''))) {
    const [, name = '', rest = ''] = /^[.'][ \t]*([A-Za-z0-9]+|\\")?[ \t]*(.*)$/.exec(line) ?? [];
    if (macro === 'equation' || macro === 'definition') {
      if (name === 'EN' || line.startsWith('..')) macro = undefined;
    } else if (macro === 'format') {
      if (/\.\s*$/.test(line)) macro = undefined;
    } else if (/^[.']/.test(line)) {
      macro = readMacro(name, rest, pieces, counts);
    } else {
      pieces.push(plainText(line.replace(/\bT[{}]|^_$/g, ' ')));
    }
  }
  return { ...counts, text: withoutMarks(pieces.join('\n')).trim() };
}

function readMacro(
  name: string,
  rest: string,
  pieces: string[],
  counts: Counts,
): 'equation' | 'format' | 'definition' | undefined {
  if (HEADINGS.has(name)) counts.headings++;
  if (name === 'TH' || name === 'Dt' || name === 'TL') counts.hasMetadata = true;
  if (name === 'UR' || name === 'Lk' || name === 'pdfhref') counts.links++;
  if (name === 'PSPIC' || name === 'PDFPIC') counts.figures++;
  if (name === 'TS') counts.tables++;
  if (name === 'EQ') counts.formulas++;
  if (name === 'TS') return 'format';
  if (name === 'EQ') return 'equation';
  if (name === 'de' || name === 'ig' || name === 'am') return 'definition';
  if (HEADINGS.has(name)) pieces.push('', plainText(unquoted(rest).replace(/^\d+$/, '')));
  else if (SPEAKING.has(name)) pieces.push(plainText(unquoted(rest)));
  else if (name === 'TH') counts.notes.push(plainText(unquoted(rest)));
  else if (name === 'IP') pieces.push(plainText(firstOf(rest)).replace(COUNTER, ''));
  else if (name === 'UR') pieces.push(ADDRESS_MARK, plainText(unquoted(rest)));
  else if (name === 'UE') endAddress(pieces);
  else if (MDOC.has(name) && !SILENT_MDOC.has(name)) pieces.push(plainText(wordsOfMdoc(rest)));
  return undefined;
}

/** What marks an item of a list: other formats hold it as numbering. */
const COUNTER = /^\(?(?:\d{1,3}|[a-z]|[ivxlc]{2,5})[.)]$/i;
/** Stands before the address of a link, until it is known whether the link has a text of its own. */
const ADDRESS_MARK = '\0address';

/** An address is shown where the link has no text. */
function endAddress(pieces: string[]): void {
  const mark = pieces.lastIndexOf(ADDRESS_MARK);
  if (mark < 0) return;
  const hasText = pieces.slice(mark + 2).some((piece) => piece.trim() !== '');
  pieces.splice(mark, hasText ? 2 : 1);
}

/** Macros may be called within a line: their names are no words. */
function wordsOfMdoc(rest: string): string {
  return unquoted(rest)
    .split(/\s+/)
    .filter((word) => !MDOC.has(word))
    .join(' ');
}

function firstOf(rest: string): string {
  return (
    /^"([^"]*)"|^(\S+)/
      .exec(rest)
      ?.slice(1)
      .find((part) => part !== undefined) ?? ''
  );
}

function unquoted(rest: string): string {
  return rest.replaceAll('"', ' ').trim();
}

function plainText(text: string): string {
  return text
    .replace(/\\".*$/, '')
    .replace(/\\\*\[\w+ "((?:[^"\\]|\\.)*)"\]/g, '$1')
    .replace(/\\f(?:\[[^\]]*\]|\(..|.)/g, '')
    .replace(/\\s[+-]?\d{1,2}|\\[&|^/,:%c]|\\[vhw]'[^']*'/g, '')
    .replace(/\\\((..)/g, (_, name: string) => NAMED[name] ?? ' ')
    .replace(/\\\[u([0-9A-F]{4,5}(?:_[0-9A-F]{4,5})*)\]/g, (_, codes: string) => characters(codes))
    .replace(/\\\[([^\]]*)\]/g, (_, name: string) => NAMED[name] ?? ' ')
    .replace(/\\\*(?:\[[^\]]*\]|\(..|.)/g, ' ')
    .replace(/\\[-e]/g, (escape) => (escape === '\\-' ? '-' : '\\'))
    .replace(/\\(.)/g, '$1');
}

function characters(codes: string): string {
  return String.fromCodePoint(...codes.split('_').map((code) => Number.parseInt(code, 16))).normalize('NFC');
}
