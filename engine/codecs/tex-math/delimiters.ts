/** Marks that set a formula apart from text; after a backslash they are something else (`\\\\[2ex]` ends a line). */
const DELIMITERS = [
  [/(?<!\\)\\\[/, /(?<!\\)\\\]/],
  [/(?<!\\)\\\(/, /(?<!\\)\\\)/],
  [/(?<!\\)\$\$/, /(?<!\\)\$\$\s*$/],
  [/^\$/, /\$$/],
] as const;

/** The formula with the definitions before it, without comments and the marks that set it apart. */
export function withoutDelimiters(source: string): string {
  const formula = source.replaceAll(/(?<!\\)%.*$/gm, '').trim();
  const pair = DELIMITERS.find(([start, end]) => start.test(formula) && end.test(formula));
  return pair ? formula.replace(pair[0], '').replace(pair[1], '').trim() : formula;
}
