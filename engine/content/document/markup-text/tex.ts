import { startCounting, withoutMarks, type Counts, type MarkupContent } from './content.ts';
import { withoutFormulas } from './formulas.ts';

/** Commands whose arguments are names, measures or programs. */
const SILENT = new Set(
  'cite citep citet citealp citealt citeauthor citeyear citeyearpar textcite parencite autocite footcite nocite label ref eqref pageref autoref cref input include includeonly usepackage documentclass documentstyle bibliography bibliographystyle addbibresource vspace hspace setlength addtolength setcounter addtocounter definecolor newtheorem DeclareMathOperator hypersetup geometry pagestyle thispagestyle pagenumbering hyphenation setmainfont setsansfont setmonofont setmainlanguage setotherlanguage noalign rule cline cmidrule index glossary bibitem color arrayrulecolor urlstyle lstset lstinputlisting graphicspath raisebox selectlanguage setstretch babelfont defaultfontfeatures setupinteraction setuppapersize setuplayout setuphead setupwhitespace setuptype setupbodyfont setupitemize setupenumerations enableregime mainlanguage setupindenting setuplist setupfloat setupcaption setupxtable definefontfeature definetyping useURL definemeasure setupexternalfigure setupsectionblock definesectionlevels'.split(
    ' ',
  ),
);
const DEFINITION = /^(?:(?:re)?new|provide)(?:command|environment)\*?$/;
/** Commands of which only the last argument is text. */
const LAST_IS_TEXT = new Set(
  'href hyperref hypertarget hyperlink textcolor colorbox fontsize footnotetext foreignlanguage parbox multicolumn multirow adjustbox resizebox scalebox'.split(
    ' ',
  ),
);
const LINKS = new Set(['href', 'url', 'hyperref', 'nolinkurl', 'goto', 'from']);
const FIGURES = new Set(['includegraphics', 'externalfigure', 'includesvg', 'pandocbounded-']);
const HEADINGS =
  /^(?:part|chapter|section|subsection|subsubsection|paragraph|subparagraph|startsectionlevel|startchapter|startsection|startsubsection|startpart|title|subject)\*?$/;
const TABLES = new Set(['tabular', 'tabular*', 'longtable', 'tabularx', 'tabu', 'longtabu', 'xtable', 'TABLE']);
const FORMULAS = new Set([
  'equation',
  'align',
  'gather',
  'multline',
  'eqnarray',
  'displaymath',
  'math',
  'flalign',
  'alignat',
  'formula',
]);
const VERBATIM = new Set(['verbatim', 'lstlisting', 'Verbatim', 'alltt', 'minted', 'typing']);
const COMMENTS = new Set(['comment', 'filecontents']);
/** Letters that are commands of their own. */
const LETTERS: Readonly<Record<string, string>> = {
  ss: 'ß',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  o: 'ø',
  O: 'Ø',
  aa: 'å',
  AA: 'Å',
  l: 'ł',
  L: 'Ł',
  i: 'ı',
  j: 'ȷ',
  dh: 'ð',
  th: 'þ',
  TeX: 'TeX',
  LaTeX: 'LaTeX',
};
const ACCENTS: Readonly<Record<string, string>> = {
  '"': '\u0308',
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  '.': '\u0307',
  c: '\u0327',
  v: '\u030c',
  u: '\u0306',
  H: '\u030b',
  k: '\u0328',
  r: '\u030a',
  d: '\u0323',
  b: '\u0331',
};
const COMMAND = /\\([a-zA-Z@]+\*?|[\s\S])/y;
const ACCENTED = /\s*(?:\{\s*(\\?\p{L})\s*\}|(\\?\p{L}))/uy;
/** A formula within a paragraph: unlike in Markdown, every dollar sign without a backslash is one of its ends. */
const DOLLARS = /(?<!\\)\$(?:[^$\\\n]|\\[^\n]|\n(?![ \t]*\n))+\$/g;
/** A link in ConTeXt: an address gets a name and maybe a label, of which what follows shows one. */
const NAMED_ADDRESS = /\\useURL\[(\w+)\]\[([^\]\n]*)\](?:\[\]\[([^\]\n]*)\])?\\from\[\1\]/g;
const NAME_CHARS = 60;

/** The text of a LaTeX or ConTeXt file: commands are taken away, their arguments stay where they are text. */
export function readTex(source: string): MarkupContent {
  const counts = startCounting();
  const begin = source.search(/\\(?:begin\{document\}|starttext\b)/);
  const preamble = begin < 0 ? '' : source.slice(0, begin);
  const told = /\\(?:title|author|date|subtitle)\s*(?:\[[^\]]*\])?\{/g;
  const opening = Array.from(
    preamble.matchAll(told),
    ({ index }) => argumentAt(preamble, preamble.indexOf('{', index)).text,
  );
  counts.hasMetadata = opening.length > 0 || /\\setupinteraction\s*\[[^\]]*\btitle=/.test(preamble);
  const body = `${opening.join('\n\n')}\n\n${begin < 0 ? source : source.slice(begin)}`;
  const uncommented = body
    .replace(/(?<!\\)%.*$/gm, '')
    .replace(/\/[BE]TEX/g, '')
    .replace(NAMED_ADDRESS, (_, name: string, address: string, label = address) => `\\goto{${label}}[${name}]`);
  const { text: cut, notes } = takeNotes(uncommented);
  counts.notes.push(...notes.map((note) => readBody(note, startCounting()).text));
  const plain = withoutFormulas(
    cut,
    {
      marks: [
        ['$$', '$$'],
        ['\\(', '\\)'],
        ['\\[', '\\]'],
      ],
      dollars: false,
    },
    counts,
  ).replace(DOLLARS, () => {
    counts.formulas++;
    return ' ';
  });
  return { ...counts, ...readBody(plain, counts) };
}

/** Footnotes are where they are referred to: they are taken out. */
function takeNotes(source: string): { text: string; notes: string[] } {
  const pieces: string[] = [];
  const notes: string[] = [];
  let position = 0;
  for (;;) {
    const start = source.indexOf('\\footnote{', position);
    if (start < 0) break;
    const open = start + '\\footnote'.length;
    const end = closingOf(source, open, '{', '}');
    pieces.push(source.slice(position, start));
    notes.push(source.slice(open + 1, Math.max(open + 1, end - 1)));
    position = end;
  }
  return { text: [...pieces, source.slice(position)].join(' '), notes };
}

function readBody(source: string, counts: Counts): { text: string } & Counts {
  const pieces: string[] = [];
  let position = 0;
  while (position < source.length) {
    const backslash = source.indexOf('\\', position);
    pieces.push(source.slice(position, backslash < 0 ? undefined : backslash));
    if (backslash < 0) break;
    COMMAND.lastIndex = backslash;
    const name = COMMAND.exec(source)?.[1];
    if (name === undefined) break;
    position = readCommand(source, backslash + 1 + name.length, name, pieces, counts);
  }
  const text = withoutMarks(pieces.join(''))
    .replace(/[{}~]/g, (mark) => (mark === '~' ? ' ' : ''))
    .normalize('NFC');
  return { ...counts, text: text.trim() };
}

/** Takes in a command that has been read up to `at`; returns the position behind it and behind what it takes away. */
function readCommand(source: string, at: number, name: string, pieces: string[], counts: Counts): number {
  if (name in ACCENTS) {
    ACCENTED.lastIndex = at;
    const letter = ACCENTED.exec(source);
    if (letter && (name.length > 1 || !/[a-zA-Z]/.test(name) || /[\s{]/.test(source[at] ?? ''))) {
      const plain = letter[1] ?? letter[2]!;
      pieces.push((plain === '\\i' ? 'i' : plain.replace('\\', '')) + ACCENTS[name]!);
      return ACCENTED.lastIndex;
    }
  }
  if (name in LETTERS) {
    pieces.push(LETTERS[name]!);
    return source.startsWith('{}', at) ? at + 2 : at + (source[at] === ' ' ? 1 : 0);
  }
  if (!/^[a-zA-Z@]/.test(name)) {
    pieces.push(name === '\\' || name === '\n' ? '\n' : name === '-' || name === '/' ? '' : name === ',' ? ' ' : name);
    return at;
  }
  return readWord(source, at, name, pieces, counts);
}

function readWord(source: string, at: number, name: string, pieces: string[], counts: Counts): number {
  if (HEADINGS.test(name)) {
    counts.headings++;
    pieces.push('\n\n');
  }
  if (LINKS.has(name)) counts.links++;
  if (FIGURES.has(name)) counts.figures++;
  if (name === 'texorpdfstring' || name === 'goto') return readFirst(source, at, pieces, counts);
  if (name === 'begin' || name === 'end') return readEnvironment(source, at, name, pieces, counts);
  if (name.startsWith('start')) {
    const opened = openEnvironment(source, at, name.slice(5), `\\stop${name.slice(5)}`, pieces, counts);
    if (opened !== undefined) return opened;
  }
  if (name === 'let')
    return at + /^(?:\s*\\[a-zA-Z@]+\s*=?){0,2}/.exec(source.slice(at, at + 2 * NAME_CHARS))![0].length;
  if (name === 'def') return closingOf(source, Math.max(at, source.indexOf('{', at)), '{', '}');
  if (name === 'item') {
    pieces.push('\n');
    return at;
  }
  const { end: afterOptions, title } = optionsAt(source, at);
  if (title) pieces.push(title, '\n');
  if (DEFINITION.test(name)) return behindDefinition(source, afterOptions, name);
  if (SILENT.has(name.replace('*', '')) || FIGURES.has(name)) return behindArguments(source, afterOptions, 9);
  if (LAST_IS_TEXT.has(name)) return behindArguments(source, afterOptions, name.startsWith('multi') ? 2 : 1);
  pieces.push(
    /^(?:item|par|tabularnewline|NC|NR|startxcell|stopxcell|caption|footnote|quad|qquad|crlf)$/.test(name) ? '\n' : '',
  );
  return afterOptions;
}

/** Of some commands only the first argument is shown: the next one is for bookmarks, or says where a link leads. */
function readFirst(source: string, at: number, pieces: string[], counts: Counts): number {
  const { text, end } = argumentAt(source, at);
  pieces.push(readBody(text, counts).text);
  return behindArguments(source, end, 1);
}

function readEnvironment(source: string, at: number, name: string, pieces: string[], counts: Counts): number {
  const { text: environment, end } = argumentAt(source, at);
  pieces.push('\n');
  if (name === 'end') return end;
  return (
    openEnvironment(source, end, environment, `\\end{${environment}}`, pieces, counts) ?? optionsAt(source, end).end
  );
}

/** Where reading goes on inside or behind an environment that is more than its content. */
function openEnvironment(
  source: string,
  at: number,
  environment: string,
  close: string,
  pieces: string[],
  counts: Counts,
): number | undefined {
  const plain = environment.replace(/\*$/, '');
  const closing = source.indexOf(close, at);
  const end = closing < 0 ? source.length : closing;
  if (FORMULAS.has(plain)) counts.formulas++;
  if (FORMULAS.has(plain) || COMMENTS.has(plain)) return end;
  if (VERBATIM.has(plain)) {
    pieces.push(source.slice(optionsAt(source, at).end, end));
    return end;
  }
  if (!TABLES.has(plain)) return undefined;
  counts.tables++;
  return behindArguments(source, optionsAt(source, at).end, plain === 'tabularx' || environment.endsWith('*') ? 2 : 1);
}

/** Options in brackets are no text, but for titles that ConTeXt has there. */
function optionsAt(source: string, at: number): { end: number; title: string | undefined } {
  let end = at;
  let title: string | undefined;
  while (source[end] === '[') {
    const closing = closingOf(source, end, '[', ']');
    title ??= titleIn(source.slice(end, closing));
    end = closing;
  }
  return { end, title };
}

function titleIn(options: string): string | undefined {
  const start = options.search(/\btitle=\{/);
  return start < 0 ? undefined : readBody(argumentAt(options, start).text, startCounting()).text;
}

function behindArguments(source: string, at: number, most: number): number {
  let end = at;
  for (let count = 0; count < most && (source[end] === '{' || source[end] === '['); count++) {
    end = source[end] === '{' ? closingOf(source, end, '{', '}') : closingOf(source, end, '[', ']');
  }
  return end;
}

/** A definition is no text: behind its name, what it says of its arguments, and one body or two. */
function behindDefinition(source: string, at: number, name: string): number {
  const start = /\s*(?:\\(?:[a-zA-Z@]+|[\s\S]))?/y;
  start.lastIndex = at;
  const isBare = start.exec(source)![0].trim() !== '';
  let groups = (name.includes('environment') ? 2 : 1) + (isBare ? 0 : 1);
  let end = isBare ? start.lastIndex : at;
  for (;;) {
    const next = end + /^\s{0,80}/.exec(source.slice(end, end + 80))![0].length;
    if (source[next] === '[') end = closingOf(source, next, '[', ']');
    else if (source[next] === '{' && groups-- > 0) end = closingOf(source, next, '{', '}');
    else return end;
  }
}

function argumentAt(source: string, at: number): { text: string; end: number } {
  const start = source.indexOf('{', at);
  if (start < 0 || start - at > NAME_CHARS) return { text: '', end: at };
  const end = closingOf(source, start, '{', '}');
  return { text: source.slice(start + 1, end - 1), end };
}

/** Arguments are short: a bracket that is never closed opens nothing. */
const ARGUMENT_CHARS = 10_000;

function closingOf(source: string, start: number, open: string, close: string): number {
  let depth = 0;
  const last = Math.min(source.length, start + ARGUMENT_CHARS);
  for (let position = start; position < last; position++) {
    const character = source[position];
    if (character === '\\') position++;
    else if (character === open) depth++;
    else if (character === close && --depth === 0) return position + 1;
  }
  return start + 1;
}
