/** What a text in TeX defines to stand for something else. */
export interface Macro {
  readonly parameters: number;
  /** Of its first parameter, which need not be given then. */
  readonly fallback: string | undefined;
  readonly body: string;
  /** What comes behind the content of an environment. */
  readonly after?: string;
}

/** The body of a macro with its arguments in place; a command in front of a letter stays apart from it. */
export function expanded(body: string, values: readonly string[]): string {
  return body.replace(/#([1-9])/g, (_, digit: string) => values[Number(digit) - 1] ?? '');
}

/** A formula whose macros without and with arguments are what they stand for, as far as that ends. */
export function expandedFormula(source: string, macros: ReadonlyMap<string, Macro>): string {
  if (macros.size === 0) return source;
  let formula = source;
  for (let round = 0; round < 5 && formula.length < MAX_FORMULA; round++) {
    const next = formula.replace(
      /\\([a-zA-Z]+)((?:\s{0,9}\{[^{}]{0,400}\}){0,9})/g,
      (all: string, name: string, groups: string) => {
        const macro = macros.get(name);
        if (!macro) return all;
        const values = Array.from(groups.matchAll(/\{([^{}]*)\}/g), ([, value]) => value!);
        if (values.length < macro.parameters) return all;
        const rest = values.slice(macro.parameters).map((value) => `{${value}}`);
        return `${expanded(macro.body, values)}${rest.length > 0 || groups !== '' ? rest.join('') : ' '}`;
      },
    );
    if (next === formula) break;
    formula = next;
  }
  return formula;
}

const MAX_FORMULA = 20_000;
