import { parse } from 'yaml';

export interface FrontMatter {
  readonly title?: string;
  readonly subtitle?: string;
  readonly author?: string;
  readonly date?: string;
  readonly lang?: string;
  readonly keywords?: string;
  /** Sources that the text cites by their keys are in it. */
  readonly hasReferences?: true;
}

const BLOCK = /^---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** Longer ones are no metadata. */
const MAX_CHARS = 200_000;

/** Takes the YAML at the beginning of a text apart from the rest; what is no YAML is text. */
export function readFrontMatter(text: string): { readonly metadata: FrontMatter; readonly text: string } {
  const match = BLOCK.exec(text);
  if (!match || match[1]!.length > MAX_CHARS) return { metadata: {}, text };
  const values = valuesOf(match[1]!);
  if (!values) return { metadata: {}, text };
  const metadata = {
    title: textOf(values['title']),
    subtitle: textOf(values['subtitle']),
    author: textOf(values['author'] ?? values['authors']),
    date: textOf(values['date']),
    lang: textOf(values['lang'] ?? values['language']),
    keywords: textOf(values['keywords'] ?? values['tags']),
    ...(Array.isArray(values['references']) && { hasReferences: true as const }),
  };
  return { metadata, text: text.slice(match[0].length) };
}

function valuesOf(yaml: string): Record<string, unknown> | undefined {
  try {
    const values: unknown = parse(yaml, { maxAliasCount: 20, logLevel: 'silent' });
    return typeof values === 'object' && values !== null && !Array.isArray(values)
      ? (values as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined; // two rules with text between them
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (!Array.isArray(value)) return undefined;
  const parts = value.map((item) =>
    textOf(
      typeof item === 'object' && item !== null && !Array.isArray(item) && !(item instanceof Date)
        ? (item as { name?: unknown }).name
        : item,
    ),
  );
  const texts = parts.filter((part) => part !== undefined);
  return texts.length === 0 ? undefined : texts.join(', ');
}
