import type { FormatId } from '../../formats/index.ts';
import type { OptionValues } from '../../formats/options.ts';

type Dialect = NonNullable<OptionValues['dialect']>;

/**
 * Markdown as people write it: CommonMark with the tables, task lists, notes, formulas and attributes of GitHub and of
 * pandoc.
 */
const MARKDOWN = 'commonmark_x+autolink_bare_uris+task_lists+strikeout+yaml_metadata_block+alerts-smart-fancy_lists';
/** Tables that only pandoc's own dialect has: boxes of plus signs, and columns under rules of hyphens. */
const PANDOC_TABLE = /^(?:\+[-=:]{3,}\+|[ ]{0,3}-{3,}[ ]+-{2,}[- ]*)[-=:+ ]*$/m;

const READ_DIALECTS: Readonly<Record<Dialect, string>> = {
  gfm: 'gfm+yaml_metadata_block',
  commonmark: 'commonmark',
  pandoc: 'markdown+lists_without_preceding_blankline',
  multimarkdown: 'markdown_mmd',
  phpextra: 'markdown_phpextra',
  strict: 'markdown_strict',
};
const WRITTEN_DIALECTS: Readonly<Record<Dialect, string>> = {
  gfm: 'gfm',
  commonmark: 'commonmark',
  pandoc: 'markdown',
  multimarkdown: 'markdown_mmd',
  phpextra: 'markdown_phpextra',
  strict: 'markdown_strict',
};

/** How pandoc's readers are called, where that is not the format's own name, and with which extensions. */
const READERS: Partial<Record<FormatId, string>> = {
  txt: 'html',
  epub: 'html+epub_html_exts',
  fb2: 'html+epub_html_exts',
  endnotexml: 'ris',
};

/** Pages whose formulas a script sets, or that name their elements for it; others show dollar signs as they stand. */
const TEX_IN_PAGE = /mathjax|katex|tex2jax|class=["']?math\b/i;

/** How pandoc's writers are called, where that is not the format's own name, and with which extensions. */
const WRITERS: Partial<Record<FormatId, string>> = {
  html: 'html5',
  docbook: 'docbook5',
  jats: 'jats_archiving',
  txt: 'plain',
  epub: 'epub3',
};

/** The reader of a source; of Markdown without a dialect, the one that knows the tables in it. */
export function readerOf(format: FormatId, text: string | undefined, { dialect }: OptionValues): string {
  if (format === 'html' && text !== undefined && TEX_IN_PAGE.test(text))
    return 'html+tex_math_dollars+tex_math_single_backslash';
  if (format !== 'md') return READERS[format] ?? format;
  if (dialect !== undefined) return READ_DIALECTS[dialect];
  return text !== undefined && PANDOC_TABLE.test(text) ? READ_DIALECTS.pandoc : MARKDOWN;
}

export function writerOf(format: FormatId, { dialect = 'gfm' }: OptionValues): string {
  if (format === 'md') return WRITTEN_DIALECTS[dialect];
  return WRITERS[format] ?? format;
}
