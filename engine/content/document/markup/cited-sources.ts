import { posix } from '../../../io/paths.ts';
import type { FormatId } from '../../../formats/index.ts';
import type { OptionValues } from '../../../formats/options.ts';
import { decodeText } from '../../../io/text-encoding.ts';

/** How texts cite by keys. */
const CITATIONS: Partial<Record<FormatId, RegExp>> = {
  md: /(?:^|[\s[(;,—-])-?@\{?[\p{L}\d_]/mu,
  latex: /\\(?:no)?[a-zA-Z]*cite[a-zA-Z]*\*?\s*[[{]/,
  org: /\[cite[/:]|(?:^|[\s[])(?:cite:|@)[\p{L}\d_]/mu,
  rst: /:cite(?::\w+)?:`/,
  typst: /@[\p{L}_]|#cite\(/u,
};
const SOURCES = /\.(?:bib|bibtex|ris)$/i;
/** Data of any kind, unless the text names it. */
const NAMED_SOURCES = /\.(?:json|ya?ml)$/i;
const STYLE = /\.csl$/i;

type Beside = ReadonlyMap<string, Uint8Array>;

/**
 * The options by which a text gets its sources and their style from the files beside it: those that it names, else all
 * that there are. Lists of BibTeX are taken together; of others, and of styles, there must be one.
 */
export function citedSources(
  text: string,
  { format, to }: { readonly format: FormatId; readonly to: FormatId },
  beside: Beside,
): Pick<OptionValues, 'bibliography' | 'citationStyle'> {
  // The typesetter finds the sources of its own texts by itself.
  if (!CITATIONS[format]?.test(text) || (format === 'typst' && to === 'pdf')) return {};
  const isNamed = (path: string): boolean => stands(posix.basename(path), text);
  const sources = [...beside.keys()].filter(
    (path) => SOURCES.test(path) || (NAMED_SOURCES.test(path) && isNamed(path)),
  );
  // LaTeX leaves the extension out.
  const chosen = someOf(
    sources,
    (path) => isNamed(path) || stands(`{${posix.basename(path).replace(SOURCES, '')}}`, text),
  );
  const [first] = chosen;
  if (first === undefined) return {};
  const lists = /\.bib/i.test(first) ? chosen.filter((path) => /\.bib/i.test(path)) : [first];
  const [style] = someOf(
    [...beside.keys()].filter((path) => STYLE.test(path)),
    isNamed,
  );
  return {
    bibliography: lists.map((path) => textOf(beside, path)).join('\n'),
    ...(style !== undefined && { citationStyle: textOf(beside, style) }),
  };
}

/** Whether a name is in a text by itself, not as the end of a longer one. */
function stands(name: string, text: string): boolean {
  const start = text.indexOf(name);
  return start === 0 || (start > 0 && !/[\w.-]/.test(text[start - 1]!)) || (start > 0 && name.startsWith('{'));
}

/** Those that are named, or all. */
function someOf(paths: readonly string[], isNamed: (path: string) => boolean): readonly string[] {
  const named = paths.filter(isNamed);
  return named.length > 0 ? named : paths;
}

function textOf(beside: Beside, path: string): string {
  return decodeText(beside.get(path)!).text;
}
