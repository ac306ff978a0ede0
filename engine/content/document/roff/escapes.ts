import { escapeHtml, formulaHtml } from '../light/html.ts';

/** Characters by their names (groff_char(7)), where they are no letter with an accent. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ aq: "'", dq: '"', lq: '“', rq: '”', oq: '‘', cq: '’', Bq: '„', bq: '‚', Fo: '«', Fc: '»', em: '—', en: '–' },
  ...{ hy: '-', bu: '•', co: '©', rg: '®', tm: '™', ti: '~', ha: '^', rs: '\\', ga: '`', aa: '´', de: '°', mu: '×' },
  ...{ di: '÷', '+-': '±', '->': '→', '<-': '←', '<>': '↔', '=>': '⇒', Eu: '€', Po: '£', Ye: '¥', ct: '¢', sc: '§' },
  ...{ ps: '¶', dg: '†', dd: '‡', ss: 'ß', ae: 'æ', oe: 'œ', AE: 'Æ', OE: 'Œ', '/o': 'ø', '/O': 'Ø', '/l': 'ł' },
  ...{ '/L': 'Ł', oa: 'å', oA: 'Å', Tp: 'þ', TP: 'Þ', Sd: 'ð', '-D': 'Ð', '.i': 'ı', 'r!': '¡', 'r?': '¿', '12': '½' },
  ...{ '14': '¼', '34': '¾', S1: '¹', S2: '²', S3: '³', mc: 'µ', '<=': '≤', '>=': '≥', '!=': '≠', if: '∞', sq: '□' },
  ...{ at: '@', sh: '#', Do: '$', ba: '|', lB: '[', rB: ']', lC: '{', rC: '}', la: '⟨', ra: '⟩', sl: '/', ul: '_' },
  ...{ integral: '∫', sum: '∑', pl: '+', mi: '−', eq: '=', OK: '✓', lh: '☜', rh: '☞', fm: '′', sd: '″' },
};
/** An accent before or behind the letter that it is over. */
const ACCENTS: Readonly<Record<string, string>> = {
  ...{
    "'": '\u0301',
    '`': '\u0300',
    ':': '\u0308',
    '^': '\u0302',
    '~': '\u0303',
    ',': '\u0327',
    v: '\u030c',
    o: '\u030a',
  },
};

const ESCAPE =
  /\\(?:f(?:\[([^\]\n]{0,40})\]|\((..)|(.))|\((..)|\[([^\]\n]{0,200})\]|\*(?:\[(\w+) "((?:[^"\\]|\\.)*)"\]|\[([^\]\n]{0,60})\]|\((..)|(.))|[ns](?:\[[^\]]*\]|\(..|[+-]?\d{1,2}|.)|[mM](?:\[[^\]]*\]|\(..|.)|[vhwDlLbXZ]'[^']*'|".*$|(.|$))/g;

/** The font of the text, and strings by their names, as they stand where reading has come to. */
export interface RoffState {
  font: string;
  before: string;
  readonly strings: Map<string, string>;
  /** What encloses formulas within lines. */
  delimiter: string | undefined;
  /** Takes the mark of a note that is numbered by itself, as HTML. */
  readonly noteMark: () => string;
}

/** A line of text as HTML: fonts are elements, escapes are what they stand for. */
export function roffInlines(line: string, state: RoffState): string {
  const { delimiter } = state;
  if (delimiter !== undefined && line.includes(delimiter)) {
    const pieces = line.split(delimiter);
    return pieces
      .map((piece, index) =>
        index % 2 === 1 && index < pieces.length - 1 ? formulaHtml(piece) : styledLine(piece, state),
      )
      .join('');
  }
  return styledLine(line, state);
}

function styledLine(line: string, state: RoffState): string {
  const pieces: string[] = [];
  let from = 0;
  const add = (text: string): void => {
    if (text !== '') pieces.push(inFont(escapeHtml(text), state.font));
  };
  for (const match of line.matchAll(ESCAPE)) {
    add(line.slice(from, match.index));
    from = match.index + match[0].length;
    const [, long, two, one, named, bracketed, token, quoted, string, string2, string1, simple] = match;
    const font = long ?? two ?? one;
    if (font !== undefined) setFont(font, state);
    else if (named !== undefined || bracketed !== undefined) add(characterOf(named ?? bracketed!));
    else if (token !== undefined) pieces.push(styledLine(quoted!, state));
    else if (simple !== undefined) add(simpleEscape(simple));
    else {
      const name = string ?? string2 ?? string1;
      if (name !== undefined) pieces.push(stringHtml(name, state));
    }
  }
  add(line.slice(from));
  return pieces.join('');
}

/** Strings that macros define: pandoc raises and lowers text between some. */
function stringHtml(name: string, state: RoffState): string {
  if (name === '*') return state.noteMark();
  const tag = { '{': '<sup>', '}': '</sup>', '<': '<sub>', '>': '</sub>' }[name];
  if (tag !== undefined) return tag;
  const standard = { lq: '“', rq: '”', R: '®', Tm: '™', Q: '“', U: '”' }[name];
  return escapeHtml(standard ?? state.strings.get(name) ?? '');
}

function setFont(font: string, state: RoffState): void {
  const wanted = font === '' || font === 'P' ? state.before : font;
  state.before = state.font;
  state.font = wanted;
}

function inFont(html: string, font: string): string {
  let styled = html;
  if (/^[CV]/.test(font)) styled = `<code>${styled}</code>`;
  if (/I|^2$|^4$/.test(font)) styled = `<em>${styled}</em>`;
  if (/B|^3$|^4$/.test(font)) styled = `<strong>${styled}</strong>`;
  return styled;
}

function simpleEscape(character: string): string {
  if (/^[&|^/,:%cptdu{}!)]?$/.test(character)) return '';
  if (character === 'e' || character === '\\') return '\\';
  return character === '~' ? '\u00a0' : character === '0' ? ' ' : character;
}

function characterOf(name: string): string {
  const known = NAMED[name];
  if (known !== undefined) return known;
  const [, codes] = /^u([0-9A-F]{4,5}(?:_[0-9A-F]{4,5})*)$/.exec(name) ?? [];
  if (codes !== undefined)
    return String.fromCodePoint(...codes.split('_').map((code) => Number.parseInt(code, 16))).normalize('NFC');
  const [first = '', second = ''] = name;
  if (ACCENTS[first] !== undefined && name.length === 2) return (second + ACCENTS[first]).normalize('NFC');
  if (ACCENTS[second] !== undefined && name.length === 2) return (first + ACCENTS[second]).normalize('NFC');
  return ' ';
}
