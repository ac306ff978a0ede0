import { stringOf } from '../markup.ts';
import { MATRICES, OPERATORS, SPACES, SYMBOLS, UNDER, WRAPPERS } from './symbols.ts';

/** Groups within each other. */
const MAX_DEPTH = 40;
const TOKEN = /\\(?:[a-zA-Z]+\*?|[\s\S])|[{}^_&]|\d+(?:\.\d+)?|\s+|[\s\S]/gu;
/** Commands that change nothing here. */
const IGNORED = new Set(
  'displaystyle textstyle scriptstyle limits nolimits left. right. big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr bigm middle nonumber notag rm bf it hline centering'.split(
    ' ',
  ),
);
const WITHOUT_ARGUMENT = new Set([
  'label',
  'tag',
  'tag*',
  'color',
  'hspace',
  'vspace',
  'phantom',
  'vphantom',
  'hphantom',
]);
const TEXT = new Set(['text', 'textrm', 'textbf', 'textit', 'textnormal', 'mbox', 'hbox', 'textsf', 'texttt']);
const ALIGNED = new Set([
  'aligned',
  'align',
  'align*',
  'split',
  'gather',
  'gather*',
  'gathered',
  'eqnarray',
  'eqnarray*',
  'equation',
  'equation*',
  'alignedat',
  'multline',
  'multline*',
]);

/** A formula in Typst's language, without its dollar signs; nothing for one with commands that are not known. */
export function typstOfTex(tex: string): string | undefined {
  try {
    return new Reader(tex.match(TOKEN) ?? []).read(0);
  } catch (error) {
    if (error instanceof UnknownCommand) return undefined;
    throw error;
  }
}

class UnknownCommand extends Error {}

class Reader {
  readonly #tokens: string[];
  #position = 0;

  constructor(tokens: string[]) {
    this.#tokens = tokens;
  }

  /** Reads to the end of the formula or of its group, cell or row. */
  read(depth: number, ends: readonly string[] = []): string {
    if (depth > MAX_DEPTH) throw new UnknownCommand();
    const parts: string[] = [];
    while (this.#position < this.#tokens.length && !ends.includes(this.#tokens[this.#position]!)) {
      const part = this.#next(depth);
      if (part !== '') parts.push(part);
    }
    return parts.join(' ');
  }

  #next(depth: number): string {
    const token = this.#tokens[this.#position++]!;
    if (token.startsWith('\\')) return this.#command(token.slice(1), depth);
    if (token === '{') {
      const group = this.read(depth + 1, ['}']);
      this.#position++;
      return group;
    }
    // A mark without anything before it is at an empty place.
    if (token === '^' || token === '_') return `${token}(${this.#argument(depth)})`;
    if (token === '}' || token === '&') throw new UnknownCommand();
    return characterOf(token);
  }

  #command(name: string, depth: number): string {
    const symbol = SYMBOLS.get(name);
    if (symbol !== undefined) return symbol;
    const space = SPACES[name];
    if (space !== undefined) return space;
    if (OPERATORS.has(name)) return `op(${stringOf(name)}${UNDER.has(name) ? ', limits: #true' : ''})`;
    if (name === 'left') return this.#fenced(depth);
    if (IGNORED.has(name)) return '';
    if (WITHOUT_ARGUMENT.has(name)) {
      this.#argument(depth);
      return '';
    }
    if (TEXT.has(name)) return stringOf(this.#rawArgument());
    if (name === 'operatorname' || name === 'operatorname*') return `op(${stringOf(this.#rawArgument())})`;
    if (name === 'begin') return this.#environment(depth);
    if (name === 'frac' || name === 'dfrac' || name === 'tfrac' || name === 'cfrac')
      return `frac(${this.#argument(depth)}, ${this.#argument(depth)})`;
    if (name === 'binom') return `binom(${this.#argument(depth)}, ${this.#argument(depth)})`;
    if (name === 'sqrt') return this.#root(depth);
    if (name === 'overset' || name === 'stackrel') return attached('t', this.#argument(depth), this.#argument(depth));
    if (name === 'underset') return attached('b', this.#argument(depth), this.#argument(depth));
    if (name === 'not') return `cancel(${this.#argument(depth)})`;
    if (name === 'pmod') return `quad \\( op("mod") ${this.#argument(depth)} \\)`;
    if (name === 'bmod') return 'op("mod")';
    if (name === '\\') return '\\ ';
    if (name === '|') return '‖';
    const wrapper = WRAPPERS[name];
    if (wrapper !== undefined) return `${wrapper}(${this.#argument(depth)})`;
    if (/^[^a-z]$/i.test(name)) return characterOf(name);
    throw new UnknownCommand();
  }

  #root(depth: number): string {
    if (this.#tokens[this.#position] !== '[') return `sqrt(${this.#argument(depth)})`;
    this.#position++;
    const index = this.read(depth + 1, [']']);
    this.#position++;
    return `root(${index}, ${this.#argument(depth)})`;
  }

  #fenced(depth: number): string {
    const open = this.#delimiter();
    const inner = this.read(depth + 1, ['\\right']);
    this.#position++;
    return `lr(${open} ${inner} ${this.#delimiter()})`;
  }

  #delimiter(): string {
    this.#skipSpace();
    const token = this.#tokens[this.#position++] ?? '.';
    if (token === '.') return '';
    if (token.startsWith('\\')) return this.#command(token.slice(1), 0);
    return characterOf(token);
  }

  #environment(depth: number): string {
    const name = this.#rawArgument();
    if (name === 'array' || name === 'alignedat') this.#rawArgument();
    const rows: string[][] = [[]];
    for (;;) {
      rows.at(-1)!.push(this.read(depth + 1, ['&', '\\\\', '\\end']));
      const end = this.#tokens[this.#position++];
      if (end === undefined || end === '\\end') break;
      if (end === '\\\\') rows.push([]);
    }
    this.#rawArgument();
    if (rows.length > 1 && rows.at(-1)!.every((cell) => cell === '')) rows.pop();
    const delimiter = MATRICES[name];
    if (delimiter !== undefined)
      return `mat(delim: ${delimiter === 'none' ? '#none' : delimiter}, ${rows.map((row) => row.map(filled).join(', ')).join('; ')})`;
    if (name === 'cases') return `cases(${rows.map((row) => row.map(filled).join(' & ')).join(', ')})`;
    if (ALIGNED.has(name)) return rows.map((row) => row.join(' & ')).join(' \\ ');
    throw new UnknownCommand();
  }

  /** One group, command or character. */
  #argument(depth: number): string {
    this.#skipSpace();
    if (this.#position >= this.#tokens.length) return '""';
    if (depth > MAX_DEPTH) throw new UnknownCommand();
    const token = this.#tokens[this.#position]!;
    // Of a number only its first digit is meant.
    if (/^\d./.test(token)) {
      this.#tokens[this.#position] = token.slice(1);
      return token[0]!;
    }
    return filled(this.#next(depth + 1));
  }

  #rawArgument(): string {
    this.#skipSpace();
    if (this.#tokens[this.#position] !== '{') throw new UnknownCommand();
    const from = ++this.#position;
    let open = 1;
    for (; this.#position < this.#tokens.length && open > 0; this.#position++) {
      const token = this.#tokens[this.#position]!;
      if (token === '{') open++;
      if (token === '}') open--;
    }
    return this.#tokens
      .slice(from, this.#position - 1)
      .map((token) => (token.startsWith('\\') && !/^\\[a-z]/i.test(token) ? token.slice(1) : token))
      .join('')
      .replace(/[{}$]/g, '');
  }

  #skipSpace(): void {
    while (/^\s/.test(this.#tokens[this.#position] ?? '')) this.#position++;
  }
}

function attached(side: 't' | 'b', what: string, base: string): string {
  return `attach(limits(${base}), ${side}: ${what})`;
}

/** Typst wants something in every place. */
function filled(content: string): string {
  return content === '' ? '""' : content;
}

/** Characters that mean something else in Typst's formulas are marked as themselves. */
function characterOf(character: string): string {
  if (/^\s+$/.test(character)) return '';
  if (character === '-') return '−';
  if (character === '~') return 'space';
  return /^[,;()[\]{}/"#$&@\\^_`~]$/.test(character) ? `\\${character}` : character;
}
