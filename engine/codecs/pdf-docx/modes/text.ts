import {
  ExternalHyperlink,
  HeadingLevel,
  type ISectionOptions,
  Paragraph,
  type ParagraphChild,
  Tab,
  TextRun,
} from 'docx';
import { inFlow, type FlowBlock } from '../../../content/document/flow.ts';
import { paragraph, text, type Text, textOf } from '../../../content/document/model.ts';
import { headerFooterLines } from '../markup/headers-footers.ts';
import { documentBlocks, type PagedLayout } from '../markup/document-blocks.ts';

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;

/**
 * The text alone in its reading order, as plain paragraphs under headings: rows of tables have tabs between cells. Headers
 * and footers are left out, but for what is in the margin of the only page: nothing shows that it would come again.
 */
export function textSections(paged: PagedLayout): ISectionOptions[] {
  const isOnlyPage = paged.layout.titled.pages.length === 1;
  const { header, footer } = isOnlyPage ? headerFooterLines(paged.layout) : { header: [], footer: [] };
  const blocks = [...header.map(paragraph), ...documentBlocks(paged), ...footer.map(paragraph)];
  return [{ children: Array.from(inFlow(blocks), paragraphsOf).flat() }];
}

function paragraphsOf(block: FlowBlock): Paragraph[] {
  switch (block.kind) {
    case 'heading':
      return [
        new Paragraph({
          heading: HEADINGS[Math.min(block.level, HEADINGS.length) - 1]!,
          children: runsOf(block.inlines),
        }),
      ];
    case 'paragraph': {
      const { list, inlines } = block;
      if (!list || list.isContinued) return [new Paragraph({ children: runsOf(inlines) })];
      if (!list.isOrdered) return [new Paragraph({ bullet: { level: list.level }, children: runsOf(inlines) })];
      return [new Paragraph({ children: [new TextRun(`${list.number ?? 1}. `), ...runsOf(inlines)] })];
    }
    case 'table':
      return Array.from(block.rows, (cells) => {
        const texts = cells.map(({ inlines }) => textOf(inlines).replace(/\s+/g, ' ').trim());
        return new Paragraph({ children: runsOf([text(texts.join('\t'))]) });
      });
    case 'code':
      return block.text.split('\n').map((line) => new Paragraph({ children: runsOf([text(line)]) }));
    case 'image':
    case 'aside':
    case 'quote':
    case 'rule':
    case 'mark':
      return [];
  }
}

function runsOf(inlines: readonly Text[]): ParagraphChild[] {
  return inlines.map((inline) => {
    const { link, style: { bold, italic, script } = {} } = inline;
    const run = new TextRun({
      children: piecesOf(inline.text),
      ...(bold && { bold }),
      ...(italic && { italics: italic }),
      ...(script === 'super' && { superScript: true }),
      ...(script === 'sub' && { subScript: true }),
    });
    return link === undefined || link.href.startsWith('#')
      ? run
      : new ExternalHyperlink({ link: link.href, children: [run] });
  });
}

/** Tabs are elements of their own. */
function piecesOf(text: string): (string | Tab)[] {
  return text.split('\t').flatMap((piece, index) => (index === 0 ? [piece] : [new Tab(), piece]));
}
