import { numberingOf } from '../light/html.ts';

/** The value of an option, which may be in braces. */
export function optionOf(options: string, name: string): string | undefined {
  const start = new RegExp(`(?:^|[,\\s])${name}\\s*=\\s*`).exec(options);
  if (!start) return undefined;
  const rest = options.slice(start.index + start[0].length);
  if (!rest.startsWith('{')) return /^[^,\]]*/.exec(rest)![0].trim();
  let depth = 0;
  for (let at = 0; at < rest.length; at++) {
    if (rest[at] === '\\') at++;
    else if (rest[at] === '{') depth++;
    else if (rest[at] === '}' && --depth === 0) return rest.slice(1, at);
  }
  return rest.slice(1);
}

const NUMBERINGS: Readonly<Record<string, string>> = { arabic: '1', alph: 'a', Alph: 'A', roman: 'i', Roman: 'I' };

/** How a list counts, by what stands before its first item. */
export function numberedBy(before: string): { readonly numbering: string; readonly number: number } {
  const counter = /\\(arabic|alph|Alph|roman|Roman)\b/.exec(before)?.[1];
  const counted = /\\setcounter\s*\{enum[iv]+\}\s*\{(\d{1,9})\}/.exec(before)?.[1];
  const begins = /\bstart\s*=\s*(\d{1,9})/.exec(before)?.[1];
  const [, mark] = /^\(?([aAiI1])[.)]/.exec(before) ?? [];
  const number = counted === undefined ? Number(begins ?? 1) : Number(counted) + 1;
  if (counter !== undefined) return { numbering: NUMBERINGS[counter]!, number };
  return { numbering: mark === undefined ? '1' : numberingOf(mark).numbering, number };
}

/** An address as it is without what TeX needs. */
export function addressOf(written: string): string {
  return written
    .replace(/\\(?:nolinkurl|url)\s*\{([^{}]*)\}/g, '$1')
    .replace(/\\textasciitilde(?:\{\})?|\\~(?:\{\})?/g, '~')
    .replace(/\\([%#&_$\\{}^])/g, '$1')
    .replace(/\{\}/g, '')
    .trim();
}
