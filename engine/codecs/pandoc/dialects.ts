import type { FormatId } from '../../formats/index.ts';

/**
 * Markdown as people write it: CommonMark with the tables, task lists, notes, formulas and attributes of GitHub and of
 * pandoc.
 */
const MARKDOWN =
  'commonmark_x+autolink_bare_uris+task_lists+strikeout+yaml_metadata_block+alerts+wikilinks_title_after_pipe-smart';

/** How pandoc's readers are called, where that is not the format's own name, and with which extensions. */
const READERS: Partial<Record<FormatId, string>> = {
  md: MARKDOWN,
  // Raw LaTeX is kept for LaTeX alone; what pandoc knows of it becomes text.
  latex: 'latex+raw_tex-auto_identifiers',
  html: 'html+tex_math_dollars-native_divs-native_spans',
  docx: 'docx',
  txt: 'html',
};

/** How pandoc's writers are called, where that is not the format's own name, and with which extensions. */
const WRITERS: Partial<Record<FormatId, string>> = {
  md: 'gfm+definition_lists',
  html: 'html5',
  docbook: 'docbook5',
  jats: 'jats_archiving',
  txt: 'plain',
  epub: 'epub3',
};

export function readerOf(format: FormatId): string {
  return READERS[format] ?? format;
}

export function writerOf(format: FormatId): string {
  return WRITERS[format] ?? format;
}
