const RAW = /`{3,}|``|`/y;
const HEAD =
  /#(?:(?<statement>let|set|show|import|include)\b|(?:if|for|while|context|return)\b[^[{\n]*|[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}_][\p{L}\p{N}_-]*)*(?=[([])|(?=[([{]))/uy;
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The place behind a string that begins at a place. */
export function behindString(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '"') return at + 1;
  }
  return source.length;
}

/** The place behind a text that is shown as it is, and its content. */
export function rawAt(
  source: string,
  at: number,
): { readonly end: number; readonly text: string; readonly isBlock: boolean } {
  RAW.lastIndex = at;
  const [ticks] = RAW.exec(source)!;
  if (ticks === '``') return { end: at + 2, text: '', isBlock: false };
  const mark = /^`*/.exec(source.slice(at, at + 50))![0];
  const close = source.indexOf(mark, at + mark.length);
  if (close < 0) return { end: at + mark.length, text: mark, isBlock: false };
  return { end: close + mark.length, text: source.slice(at + mark.length, close), isBlock: mark.length > 2 };
}

/** The place behind a formula. */
export function behindFormula(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '$') return at + 1;
  }
  return source.length;
}

/**
 * Where brackets close, found in one pass. Round brackets and braces mean something in code only, which begins behind a
 * number sign; in square brackets there is markup again.
 */
export function bracketsOf(source: string): ReadonlyMap<number, number> {
  const closes = new Map<number, number>();
  const open: { readonly mark: string; readonly at: number }[] = [];
  /** What may follow is a part of the code before it. */
  let goesOn = false;
  /** Formulas and raw text that are not closed are looked for once. */
  for (let at = 0; at < source.length;) {
    const character = source[at]!;
    const top = open.at(-1)?.mark;
    const isCode = top !== undefined && top !== '[';
    const wasCode = goesOn;
    goesOn = false;
    if (character === '\n' && top === 'line') open.pop();
    if (character === '\\' && !isCode) at += 2;
    else if (character === '"' && isCode) at = behindString(source, at);
    else if (character === '`') at = rawAt(source, at).end;
    else if (character === '$') at = behindFormula(source, at);
    else if (character === '[' || ((isCode || wasCode) && (character === '(' || character === '{'))) {
      open.push({ mark: character, at });
      at++;
    } else if (character === ']' || (isCode && (character === ')' || character === '}'))) {
      const last = open.at(-1);
      if (last && CLOSING[last.mark] === character) {
        closes.set(last.at, at);
        open.pop();
        goesOn = true;
      } else if (top === 'line' && character === ']') {
        // The content that a statement is in ends with it.
        open.pop();
        continue;
      }
      at++;
    } else if (character === '#' && !isCode) {
      HEAD.lastIndex = at;
      const head = HEAD.exec(source);
      if (head?.groups!['statement'] !== undefined) open.push({ mark: 'line', at });
      goesOn = head !== null;
      at += Math.max(1, head?.[0].length ?? 1);
    } else at++;
  }
  return closes;
}
