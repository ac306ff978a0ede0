/** What is between `\begin{name}` and `\end{name}`, or in ConTeXt between `\startname` and `\stopname`. */
export interface Environment {
  readonly name: string;
  /** Where its content begins and ends. */
  readonly start: number;
  end: number;
  /** The place behind its end. */
  after: number;
  /** Where the items of a list begin. */
  readonly items: number[];
}

/** Environments whose content is shown as it is, and those whose content is not shown. */
export const VERBATIM = new Set(['verbatim', 'lstlisting', 'Verbatim', 'BVerbatim', 'alltt', 'minted', 'typing']);
export const COMMENTS = new Set(['comment', 'filecontents']);
/** Lists, and how their items are shown. */
export const LISTS: Readonly<Record<string, 'ul' | 'ol' | 'dl'>> = {
  itemize: 'ul',
  enumerate: 'ol',
  description: 'dl',
  compactitem: 'ul',
  compactenum: 'ol',
  inparaenum: 'ol',
};

const TOKEN = /%[^\n]*|\\([a-zA-Z]+\*?|[^]|$)|[{}]/g;
const NAME = /\s*\{([^{}\n]{0,100})\}/y;

/** Where the groups and the environments of a text in TeX end, found in one pass. */
export class TexStructure {
  readonly #closes = new Map<number, number>();
  readonly #environments = new Map<number, Environment>();
  readonly #source: string;
  readonly #open: Environment[] = [];
  readonly #openNames = new Map<string, number>();
  readonly #lists: Environment[] = [];
  readonly #lastEnds = new Map<string, number>();

  constructor(source: string) {
    this.#source = source;
    const braces: number[] = [];
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) {
      const at = match.index;
      if (match[0] === '{') braces.push(at);
      else if (match[0] === '}') {
        const open = braces.pop();
        if (open !== undefined) this.#closes.set(open, at);
      } else if (match[1]) TOKEN.lastIndex = this.#command(match[1], at, TOKEN.lastIndex);
    }
    for (const unclosed of this.#open) [unclosed.end, unclosed.after] = [source.length, source.length];
  }

  /** Where the brace closes that opens at a place. */
  closeOf(at: number): number | undefined {
    return this.#closes.get(at);
  }

  /** The environment whose `\begin` is at a place. */
  environmentAt(at: number): Environment | undefined {
    return this.#environments.get(at);
  }

  /** Returns where to go on. */
  #command(command: string, at: number, behind: number): number {
    const source = this.#source;
    if (command === 'verb' || command === 'verb*' || command === 'lstinline' || command === 'type') {
      const delimiter = source[behind];
      if (delimiter === undefined || /[\s{[]/.test(delimiter)) return behind;
      const line = source.indexOf('\n', behind);
      const close = source.indexOf(delimiter, behind + 1);
      return close < 0 || (line >= 0 && close > line) ? behind : close + 1;
    }
    if (command === 'item') this.#lists.at(-1)?.items.push(at);
    const kind = /^(?:(begin|end)|(start|stop)([a-z]+))$/.exec(command);
    if (!kind) return behind;
    NAME.lastIndex = behind;
    const name = kind[3] ?? NAME.exec(source)?.[1];
    if (name === undefined) return behind;
    const next = kind[3] === undefined ? NAME.lastIndex : behind;
    const isStart = kind[1] === 'begin' || kind[2] === 'start';
    if (!isStart) return this.#end(name, at, next);
    const environment: Environment = { name, start: next, end: -1, after: -1, items: [] };
    const plain = name.replace(/\*$/, '');
    if (VERBATIM.has(plain) || COMMENTS.has(plain)) {
      const close = kind[3] === undefined ? `\\end{${name}}` : `\\stop${name}`;
      const end = this.#lastEnds.get(close) === -1 ? -1 : source.indexOf(close, next);
      this.#lastEnds.set(close, end);
      if (end < 0) return next;
      this.#environments.set(at, { ...environment, end, after: end + close.length });
      return end + close.length;
    }
    this.#environments.set(at, environment);
    this.#open.push(environment);
    this.#openNames.set(name, (this.#openNames.get(name) ?? 0) + 1);
    if (Object.hasOwn(LISTS, plain)) this.#lists.push(environment);
    return next;
  }

  #end(name: string, at: number, next: number): number {
    if ((this.#openNames.get(name) ?? 0) === 0) return next;
    for (;;) {
      const closed = this.#open.pop()!;
      this.#openNames.set(closed.name, this.#openNames.get(closed.name)! - 1);
      if (this.#lists.at(-1) === closed) this.#lists.pop();
      [closed.end, closed.after] = [at, closed.name === name ? next : at];
      if (closed.name === name) return next;
    }
  }
}
