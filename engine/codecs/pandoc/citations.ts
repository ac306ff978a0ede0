import type { Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/index.ts';
import type { PandocRequest } from './instance.ts';

/** Formats whose references are shown only when pandoc's citation processor lists them. */
const WITH_REFERENCES: ReadonlySet<FormatId> = new Set(['jats', 'bits']);

/** What citations need in a conversion. */
interface Citations {
  readonly settings: PandocRequest;
  /** Files of the settings, by name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Keys in the text are looked up: the source must be read so that it has them. */
  readonly areResolved: boolean;
}

/** How the citations of a text are resolved: by what the caller gave, or by what the text itself says of its sources. */
export function citationsOf({ edge, from, options }: Step, text: string | undefined, id: string): Citations {
  const { bibliography, citationStyle } = options;
  const style = citationStyle === undefined ? undefined : requireStyle(citationStyle);
  const hasOwn = from === 'md' && text !== undefined && hasOwnReferences(text);
  if (bibliography === undefined && !hasOwn) {
    const isListed = edge === 'bibliography' || WITH_REFERENCES.has(from);
    return { settings: isListed ? { citeproc: true } : {}, files: new Map(), areResolved: false };
  }
  const files = new Map<string, Uint8Array>();
  const settings: Record<string, unknown> = {};
  const add = (setting: string, extension: string, content: string): void => {
    const name = `${id}.${extension}`;
    files.set(name, new TextEncoder().encode(content));
    settings[setting] = setting === 'bibliography' ? [name] : name;
  };
  if (bibliography !== undefined) add('bibliography', extensionOf(bibliography), bibliography);
  if (style !== undefined) add('csl', 'csl', style);
  return { settings, files, areResolved: true };
}

const FRONT_MATTER = /^---[ \t]*\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/** Sources that are in the text's own settings, as pandoc's manual describes them. */
function hasOwnReferences(text: string): boolean {
  return /^references:[ \t]*$/m.test(FRONT_MATTER.exec(text)?.[0] ?? '');
}

/** A text without the names of files of sources and style that it has beside it where it comes from. */
export function withoutNamedFiles(text: string, { from, options }: Step, context: RunContext): string {
  if (from !== 'md') return text;
  return text.replace(FRONT_MATTER, (front) => {
    if (/^csl:/m.test(front) && options.citationStyle === undefined) {
      context.warn({
        code: 'feature_dropped',
        message: 'The style of the citations is in another file: they were written in that of Chicago.',
      });
    }
    return front.replace(/^(?:csl|citation-style|bibliography):(?:.*\S)?[ \t]*\r?\n(?:[ \t]*- .*\r?\n)*/gm, '');
  });
}

/** How pandoc knows what a bibliography is written in. */
function extensionOf(bibliography: string): string {
  if (/^\s*[[{]/.test(bibliography)) return 'json';
  if (/^\s*TY {2}- /m.test(bibliography)) return 'ris';
  if (/^\s*@\w+\s*[{(]/m.test(bibliography)) return 'bib';
  if (/^references:[ \t]*$/m.test(bibliography)) return 'yaml';
  throw new ConversionError({
    code: 'invalid_options',
    message:
      'Expected the text of a BibTeX, CSL JSON, CSL YAML or RIS file for bibliography, but received another text.',
    details: { option: 'bibliography' },
  });
}

function requireStyle(style: string): string {
  const isStyle = /^\s*<(?:[?!]|style\b)/.test(style) && /<style\b/.test(style) && !/<!ENTITY/i.test(style);
  const depends = /<link\b[^>]*\brel="independent-parent"/.test(style);
  if (isStyle && !depends) return style;
  throw new ConversionError({
    code: 'invalid_options',
    message: depends
      ? 'The style for citationStyle only refers to another one. Send the text of that.'
      : 'Expected the text of a CSL style for citationStyle, but received another text.',
    details: { option: 'citationStyle' },
  });
}
