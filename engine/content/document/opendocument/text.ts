import { escapeXml, escapeXmlAttribute, LONE_SURROGATE, OUTSIDE_XML } from '../../../io/xml.ts';
import type { Block, Drawing, Inline, Paragraph, Table, TableCell, TextStyle } from './document.ts';
import { points } from './namespaces.ts';
import { listName, type AutomaticStyles } from './styles.ts';

export interface TextScope {
  readonly styles: AutomaticStyles;
  /** Writes a drawing that is in the text. */
  readonly drawing: (drawing: Drawing) => string;
  /** The properties of a cell: texts and slides have them in different places. */
  readonly cell: (fill: string | undefined) => string;
  /** Slides hold no rows that come again on each page: LibreOffice would drop them. */
  readonly hasHeaderRows: boolean;
  /** Counts what needs a number of its own. */
  notes: number;
}

/** Paragraphs and tables as they stand in a body, a cell, a box or a note; never empty. */
export function writeBlocks(blocks: readonly Block[], scope: TextScope): string {
  let xml = '';
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]!;
    if (block.kind === 'table') {
      xml += writeTable(block, scope);
    } else if (block.list && block.heading === undefined) {
      const { list } = block.list;
      const items: Paragraph[] = [];
      for (let next = blocks[index]; isItemOf(next, list); next = blocks[++index]) items.push(next);
      index--;
      xml += writeList(items, list, scope);
    } else {
      xml += writeParagraph(block, scope);
    }
  }
  // No body ends with a table: there would be no place to write after it.
  return blocks.at(-1)?.kind !== 'paragraph' ? `${xml}<text:p/>` : xml;
}

function isItemOf(block: Block | undefined, list: number): block is Paragraph {
  return block?.kind === 'paragraph' && block.heading === undefined && block.list?.list === list;
}

/** Items one after the other become lists within the items before them. Counting goes on after other paragraphs. */
function writeList(items: readonly Paragraph[], list: number, scope: TextScope): string {
  const open = ` text:style-name="${listName(list)}"`;
  let xml = '';
  let depth = 0;
  for (const item of items) {
    const wanted = item.list!.level + 1;
    if (depth >= wanted) {
      xml += '</text:list-item>';
      for (; depth > wanted; depth--) xml += '</text:list></text:list-item>';
      xml += '<text:list-item>';
    }
    for (; depth < wanted; depth++) {
      xml += `<text:list${depth === 0 ? `${open} text:continue-numbering="true"` : ''}><text:list-item>`;
    }
    xml += writeParagraph(item, scope);
  }
  for (; depth > 0; depth--) xml += '</text:list-item></text:list>';
  return xml;
}

function writeParagraph({ content, style, heading, list }: Paragraph, scope: TextScope): string {
  const listed = list ? ` style:list-style-name="${listName(list.list)}"` : '';
  const parent = heading === undefined ? '' : ` style:parent-style-name="Heading_20_${heading}"`;
  const name = scope.styles.ofParagraph(style, `${parent}${heading === undefined ? listed : ''}`);
  const inner = writeInlines(content, scope, style.text ?? {});
  if (heading === undefined) return `<text:p text:style-name="${name}">${inner}</text:p>`;
  return `<text:h text:style-name="${name}" text:outline-level="${heading}">${inner}</text:h>`;
}

function writeInlines(content: readonly Inline[], scope: TextScope, base: TextStyle): string {
  return content.map((inline) => writeInline(inline, scope, base)).join('');
}

function writeInline(inline: Inline, scope: TextScope, base: TextStyle): string {
  switch (inline.kind) {
    case 'text':
      return styled(writeText(inline.text), inline.style, scope, base);
    case 'tab':
      return styled('<text:tab/>', inline.style, scope, base);
    case 'line-break':
      return '<text:line-break/>';
    case 'page-number':
      return styled('<text:page-number text:select-page="current">1</text:page-number>', inline.style, scope, base);
    case 'page-count':
      return styled('<text:page-count>1</text:page-count>', inline.style, scope, base);
    case 'link': {
      const inner = writeInlines(inline.content, scope, base);
      return `<text:a xlink:type="simple" xlink:href="${escapeXmlAttribute(cleanText(inline.href))}">${inner}</text:a>`;
    }
    case 'note':
      return writeNote(inline, scope);
    case 'comment': {
      const author =
        inline.author === undefined ? '' : `<dc:creator>${escapeXml(cleanText(inline.author))}</dc:creator>`;
      return `<office:annotation>${author}${writeBlocks(inline.body, scope)}</office:annotation>`;
    }
    case 'drawing':
      return scope.drawing(inline.drawing);
  }
}

function writeNote({ note, body }: Extract<Inline, { kind: 'note' }>, scope: TextScope): string {
  const number = ++scope.notes;
  return `<text:note text:id="note${number}" text:note-class="${note}"><text:note-citation>${number}</text:note-citation><text:note-body>${writeBlocks(body, scope)}</text:note-body></text:note>`;
}

/** A run has a style only for what its paragraph does not say already. */
function styled(xml: string, style: TextStyle, { styles }: TextScope, base: TextStyle): string {
  const own = Object.entries(style).filter(([name, value]) => base[name as keyof TextStyle] !== value);
  const name = styles.ofText(Object.fromEntries(own));
  return name === undefined ? xml : `<text:span text:style-name="${name}">${xml}</text:span>`;
}

/** Spaces that XML would fold into one are written as elements. */
function writeText(text: string): string {
  return escapeXml(cleanText(text))
    .replaceAll(/^ | {2,}| $/g, (spaces) => `<text:s text:c="${spaces.length}"/>`)
    .replaceAll('\t', '<text:tab/>')
    .replaceAll('\n', '<text:line-break/>');
}

export function cleanText(text: string): string {
  return text.replaceAll(OUTSIDE_XML, '').replaceAll(LONE_SURROGATE, '\ufffd');
}

export function writeTable(table: Table, scope: TextScope): string {
  const { styles } = scope;
  const width = table.columns.reduce((sum, column) => sum + column, 0);
  const name = styles.name('table', `<style:table-properties style:width="${points(width)}" table:align="left"/>`);
  const columns = table.columns.map((column) => {
    const style = styles.name(
      'table-column',
      `<style:table-column-properties style:column-width="${points(column)}"/>`,
    );
    return `<table:table-column table:style-name="${style}"/>`;
  });
  const rows = table.rows.map(({ cells, height }) => {
    const style = height && `<style:table-row-properties style:min-row-height="${points(height)}"/>`;
    const named = style ? ` table:style-name="${styles.name('table-row', style)}"` : '';
    return `<table:table-row${named}>${cells.map((cell) => writeCell(cell, scope)).join('')}</table:table-row>`;
  });
  const headers = scope.hasHeaderRows ? Math.min(table.headerRows, rows.length - 1) : 0;
  const headerRows =
    headers > 0 ? `<table:table-header-rows>${rows.slice(0, headers).join('')}</table:table-header-rows>` : '';
  const title = table.name === undefined ? '' : ` table:name="${escapeXmlAttribute(cleanText(table.name))}"`;
  return `<table:table${title} table:style-name="${name}">${columns.join('')}${headerRows}${rows.slice(Math.max(0, headers)).join('')}</table:table>`;
}

function writeCell(cell: TableCell, scope: TextScope): string {
  if (cell.kind === 'covered') return '<table:covered-table-cell/>';
  const { columnSpan = 1, rowSpan = 1, fill, content } = cell;
  const style = scope.styles.name('table-cell', scope.cell(fill));
  const spans =
    columnSpan > 1 || rowSpan > 1
      ? ` table:number-columns-spanned="${columnSpan}" table:number-rows-spanned="${rowSpan}"`
      : '';
  return `<table:table-cell table:style-name="${style}" office:value-type="string"${spans}>${writeBlocks(content, scope)}</table:table-cell>`;
}
