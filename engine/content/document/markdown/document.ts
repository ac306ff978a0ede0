import { withoutCitationKeys } from '../citation-keys.ts';
import { escapeXmlAttribute as escapeHtml } from '../../../io/xml.ts';
import { documentOfPage, type ReadFile } from '../light/page.ts';
import type { Document } from '../model.ts';
import { rulesOf, type Dialect } from './dialect.ts';
import { readFrontMatter, type FrontMatter } from './front-matter.ts';
import { HtmlWriter } from './html-writer.ts';
import { withPandocTables } from './pandoc-tables.ts';
import { readMarkdown } from './reader.ts';

/**
 * Reads Markdown into the document model: as the HTML that it means, since HTML may be in it and run over several of
 * its blocks. What the front matter says of the text is beside it. Without a dialect it has what any usual one has.
 */
export function readMarkdownDocument(source: string, beside?: ReadFile, dialect?: Dialect): Document {
  const rules = rulesOf(dialect);
  const { metadata, text: body } = rules.hasFrontMatter
    ? readFrontMatter(source)
    : { metadata: {} as FrontMatter, text: source };
  const cited = metadata.hasReferences ? withoutCitationKeys(body) : body;
  const { blocks, notes } = readMarkdown(rules.hasPandocTables ? withPandocTables(cited) : cited, dialect);
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
  return documentOfPage({ about: metadata, html, notes: pages }, beside);
}
