import type { Call, TexCursor } from './cursor.ts';

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

/** Takes in what a command defines; whether it does. */
export function isDefinition(tex: TexCursor, call: Call, macros: Map<string, Macro>): boolean {
  const { name } = call;
  if (/^(?:(?:re)?new|provide|DeclareRobust|Declare)command$|^(?:re)?newenvironment$/.test(name)) {
    const named = tex.argument(call, false);
    const parameters = Number(tex.options(call) ?? 0) || 0;
    const fallback = parameters > 0 ? tex.options(call) : undefined;
    const body = tex.argument(call);
    const isEnvironment = name.endsWith('environment');
    const after = isEnvironment ? tex.written(call) : undefined;
    if (named && body)
      macros.set(
        tex.source
          .slice(...named)
          .trim()
          .replace(/^\\/, isEnvironment ? '\\' : ''),
        {
          parameters,
          fallback,
          body: tex.source.slice(...body),
          ...(after !== undefined && { after }),
        },
      );
    return true;
  }
  const defined = /\s*\\([a-zA-Z@]+)\s*=?\s*([^{}\n]{0,40})/y;
  defined.lastIndex = call.at;
  const match = /^(?:def|gdef|edef|xdef|let)$/.test(name) ? defined.exec(tex.source) : undefined;
  if (!match) return false;
  if (name === 'let') {
    const token = /^\\[a-zA-Z@]+|^./.exec(match[2]!)?.[0] ?? '';
    if (token.startsWith('\\') && token !== `\\${match[1]}`)
      macros.set(match[1]!, { parameters: 0, fallback: undefined, body: token });
    call.at += match[0].length - match[2]!.length + token.length;
    return true;
  }
  call.at = defined.lastIndex;
  const body = tex.argument(call);
  const parameters = (match[2]!.match(/#/g) ?? []).length;
  if (body && /^(?:#\d)*\s*$/.test(match[2]!))
    macros.set(match[1]!, { parameters, fallback: undefined, body: tex.source.slice(...body) });
  return true;
}
