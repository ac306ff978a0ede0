/** A string of Typst's language. In markup, `#"…";` is exactly this text, whatever characters it has. */
export function stringOf(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** Text in markup that cannot be taken for anything else. */
export function literal(text: string): string {
  return text === '' ? '' : `#${stringOf(text)};`;
}

/** A call in markup, with content: `#name(arguments)[content];`. */
export function call(name: string, args: readonly string[], content?: string): string {
  const list = args.length > 0 || content === undefined ? `(${args.join(', ')})` : '';
  return `#${name}${list}${content === undefined ? '' : `[${content}]`};`;
}

/** A length; Typst wants no exponents. */
export function points(value: number): string {
  return `${Number(value.toFixed(2))}pt`;
}

/** A colour of six or eight hexadecimal digits. */
export function rgb(hex: string): string {
  return `rgb("#${hex}")`;
}

/** An array; one item needs a comma behind it. */
export function array(items: readonly string[]): string {
  return `(${items.join(', ')}${items.length === 1 ? ',' : ''})`;
}

/** Characters that XML and PDF know nothing of; a form feed and its like are white space. */
const CONTROL = /[^\P{Cc}\t\n\v\f\r]|\ufffe|\uffff/gu;

export function withoutControls(text: string): string {
  return text.replace(CONTROL, '');
}

/** Where a word of more letters than a line holds may be cut. */
const BREAK = '\u200b';

/** Lets words of more than `longest` letters be broken: behind punctuation where there is some, else anywhere. */
export function breakable(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return text.replace(/[^\s\u200b]+/g, (word) => (word.length > longest ? broken(word, longest) : word));
}

function broken(word: string, longest: number): string {
  const piece = Math.max(4, longest - 1);
  const parts = word.match(/[^/\\.,;:?&=_\-+|@)\]}>]*[/\\.,;:?&=_\-+|@)\]}>]+|[^/\\.,;:?&=_\-+|@)\]}>]+/g) ?? [word];
  return parts.map((part) => (part.length > longest ? chunks(part, piece).join(BREAK) : part)).join(BREAK);
}

function chunks(text: string, size: number): string[] {
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  );
}
