import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';

/**
 * Macros of LaTeX whose expansion never ends, or doubles with each of them that another one uses. Pandoc stops some of them
 * itself, after seconds, and not those of environments and arguments.
 */

/** What a macro is replaced by, in any of its definitions. An environment is named as `\begin{name}`. */
interface Macro {
  readonly bodies: string[];
  /** How often the argument that is repeated most is in one of them. */
  repeats: number;
}

/** Macros that a text uses, at most: large packages define as many. */
const MOST_MACROS = 5_000;

type Macros = ReadonlyMap<string, Macro>;

const DEFINITION =
  /\\(?:(?:re)?new|provide|DeclareRobust|Declare)command\*?\s*(?:\{\s*(?<command>\\[a-z@]+)\s*\}|(?<bare>\\[a-z@]+))\s*(?:\[\d\]\s*)?(?:\[[^\]]{0,200}\]\s*)?(?=\{)|\\(?<expanded>[ex]?)g?def\s*(?<defined>\\[a-z@]+)(?:#\d|[^\\{}#\n]){0,40}(?=\{)|\\(?:re)?newenvironment\*?\s*\{(?<environment>[^{}]{1,100})\}\s*(?:\[\d\]\s*)?(?:\[[^\]]{0,200}\]\s*)?(?=\{)/gi;
const TOKEN =
  /\\begin\s*\{(?<environment>[^{}]{1,100})\}|(?<command>\\[a-z@]+)|(?<optional>\[[^[\]{}]{0,200}\](?=\s*\{))|(?<other>\\[^]|[^\s])/gi;

/** Throws `input_too_complex` when the macros that the text uses expand to more tokens than the limit. */
export function requireBoundedMacros(text: string, limits: Limits): void {
  const { macros, rest } = definitionsIn(text);
  if (macros.size === 0) return;
  const weights = new Map<string, number>();
  const found = expandedTokens(rest, (name) => weightOf(name, macros, weights), macros);
  if (found <= limits.expandedTokens) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: 'The macros of the text expand without end, or to a text that is too long. Write out what they stand for.',
    details: { limit: 'expandedTokens', allowed: limits.expandedTokens },
  });
}

/** The macros that the text defines, and what is left of it without them. */
function definitionsIn(text: string): { readonly macros: Macros; readonly rest: string } {
  const macros = new Map<string, Macro>();
  const rest: string[] = [];
  let end = 0;
  for (const { 0: head, index, groups } of text.matchAll(DEFINITION)) {
    // Within the body of another definition.
    if (index < end) continue;
    const { command, bare, defined, expanded, environment } = groups!;
    const name = command ?? bare ?? defined ?? `\\begin{${environment}}`;
    rest.push(text.slice(end, index));
    let body: string;
    [body, end] = groupAt(text, index + head.length);
    if (environment !== undefined && text[end] === '{') {
      const [after, last] = groupAt(text, end);
      [body, end] = [`${body} ${after}`, last];
    }
    // \edef is expanded where it stands, with what its own name meant before.
    const written = expanded ? body.replaceAll(name, '') : body;
    const macro = macros.get(name) ?? { bodies: [], repeats: 1 };
    macro.bodies.push(written);
    macro.repeats = Math.max(macro.repeats, repeatsIn(body));
    macros.set(name, macro);
  }
  rest.push(text.slice(end));
  return { macros, rest: rest.join(' ') };
}

/** The text between the brace and the one that closes it, and where that ends. */
function groupAt(text: string, start: number): readonly [body: string, end: number] {
  let depth = 0;
  const brace = /\\[^]|[{}]/g;
  brace.lastIndex = start;
  for (let found = brace.exec(text); found; found = brace.exec(text)) {
    if (found[0] === '{') depth++;
    else if (found[0] === '}' && --depth === 0) return [text.slice(start + 1, found.index), brace.lastIndex];
  }
  return [text.slice(start + 1), text.length];
}

function repeatsIn(body: string): number {
  const counts = new Map<string, number>();
  for (const [argument] of body.matchAll(/#\d/g)) counts.set(argument, (counts.get(argument) ?? 0) + 1);
  return Math.max(1, ...counts.values());
}

/** Tokens of the macro when it is expanded, without its arguments; infinite when it contains itself. */
function weightOf(name: string, macros: Macros, weights: Map<string, number>): number {
  const known = weights.get(name);
  if (known !== undefined) return known;
  weights.set(name, Infinity);
  if (weights.size > MOST_MACROS) return Infinity;
  const weigh = (inner: string): number => weightOf(inner, macros, weights);
  let weight = -Infinity;
  for (const body of macros.get(name)!.bodies) weight = Math.max(weight, 1 + expandedTokens(body, weigh, macros, 1));
  weights.set(name, weight);
  return weight;
}

/** Tokens that the macros of a text expand to; `otherTokens` is what each other token counts. */
function expandedTokens(text: string, weigh: (name: string) => number, macros: Macros, otherTokens: 0 | 1 = 0): number {
  let tokens = 0;
  // How often what stands in each open group is repeated.
  const groups = [1];
  let repeats = 1;
  for (const { groups: found } of text.matchAll(TOKEN)) {
    const { environment, command, optional, other } = found!;
    const factor = groups.at(-1)!;
    const name = environment === undefined ? command : `\\begin{${environment}}`;
    const macro = name === undefined ? undefined : macros.get(name);
    if (macro) {
      tokens += factor * weigh(name!);
      repeats = macro.repeats;
    } else if (other === '{') groups.push(factor * repeats);
    else {
      if (other === '}' && groups.length > 1) groups.pop();
      tokens += factor > 1 ? factor : otherTokens;
      // Further arguments of the same macro may follow.
      if (other !== '}' && optional === undefined) repeats = 1;
    }
  }
  return tokens;
}
