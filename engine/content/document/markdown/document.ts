import { withoutCitationKeys } from '../citation-keys.ts';
import { readHtml } from '../html/reader.ts';
import { escapeXmlAttribute as escapeHtml } from '../../../io/xml.ts';
import { paragraph, text, type Block, type Document, type DocumentProperties } from '../model.ts';
import { readFrontMatter, type FrontMatter } from './front-matter.ts';
import { HtmlWriter } from './html-writer.ts';
import { withPandocTables } from './pandoc-tables.ts';
import { readMarkdown } from './reader.ts';

/**
 * Reads Markdown into the document model: as the HTML that it means, since HTML may be in it and run over several of
 * its blocks. What the front matter says of the text is beside it.
 */
export function readMarkdownDocument(source: string): Document {
  const { metadata, text: body } = readFrontMatter(source);
  const cited = metadata.hasReferences ? withoutCitationKeys(body) : body;
  const { blocks, notes } = readMarkdown(withPandocTables(cited));
  const writer = new HtmlWriter({
    note: (label) => `<a role="doc-noteref" href="#${escapeHtml(label)}">${escapeHtml(label)}</a>`,
    formula: (tex, isDisplay) =>
      `<athanor-math${isDisplay ? ' display="block"' : ''}>${escapeHtml(tex)}</athanor-math>`,
  });
  const html = writer.blocks(blocks);
  const pages = Array.from(
    notes,
    ([label, read]) => `<aside role="doc-footnote" id="${escapeHtml(label)}">${writer.blocks(read())}</aside>`,
  );
  return { properties: propertiesOf(metadata), blocks: blocksOf(metadata, [html, ...pages]) };
}

function* blocksOf({ title, subtitle, author, date }: FrontMatter, pages: readonly string[]): Generator<Block> {
  const told = [title, subtitle, author, date].filter((value) => value !== undefined);
  if (told.length > 0) yield { kind: 'box', blocks: told.map((value) => paragraph([text(value)])) };
  for (const page of pages) yield* readHtml(page).blocks;
}

function propertiesOf({ title, subtitle, author, lang, keywords }: FrontMatter): DocumentProperties {
  return {
    ...(title !== undefined && { title }),
    ...(author !== undefined && { author }),
    ...(subtitle !== undefined && { subject: subtitle }),
    ...(keywords !== undefined && { keywords }),
    ...(lang !== undefined && { language: lang }),
  };
}
