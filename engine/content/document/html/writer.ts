import { escapeXml, escapeXmlAttribute } from '../../../io/xml.ts';
import type { Images } from '../embedded-images.ts';
import { inFlow, type FlowBlock, type FlowCell, type FlowTable } from '../flow.ts';
import { hasText, type Block, type Link, type ListPlace, type Text } from '../model.ts';

const LOWEST_HEADING = 6;
/** Addresses that only lead somewhere; others could run something. */
const SAFE_ADDRESS = /^(?:https?|mailto|ftp|tel):|^[^:]*$/i;

/** Writes blocks as the body of an HTML page; images are data URIs. */
export function writeHtml(blocks: Iterable<Block>, images: Images): AsyncGenerator<string> {
  return writeFlow(inFlow(blocks), images);
}

async function* writeFlow(blocks: Iterable<FlowBlock>, images: Images): AsyncGenerator<string> {
  const open: ListPlace[] = [];
  /** The end of the last item, which further blocks may belong to. */
  let end = '';
  for (const block of blocks) {
    const list = 'list' in block ? block.list : undefined;
    if (list?.isContinued && open.length > list.level) {
      if (open.length > list.level + 1) {
        yield end;
        end = '';
        yield* moveToList(open, open[list.level]);
      }
      yield block.kind === 'paragraph' ? `<p>${inlinesOf(block.inlines)}</p>\n` : await htmlOf(block, images);
      continue;
    }
    yield end;
    end = '';
    const place = block.kind === 'paragraph' ? list : undefined;
    // What does not show ends no list.
    if (block.kind !== 'mark') yield* moveToList(open, place);
    const html = await htmlOf(block, images);
    if (place && html !== '') end = ITEM_END;
    yield html.slice(0, html.length - end.length);
  }
  yield end;
  yield* moveToList(open, undefined);
}

const ITEM_END = '</li>\n';

/** Ends and begins lists until the item is at its level, in a list of its kind. */
function* moveToList(open: ListPlace[], wanted: ListPlace | undefined): Generator<string> {
  const isEnded = (list: ListPlace, level: number): boolean =>
    !wanted || level > wanted.level || (level === wanted.level && list.isOrdered !== wanted.isOrdered);
  for (let last = open.at(-1); last && isEnded(last, open.length - 1); last = open.at(-1)) {
    open.pop();
    yield last.isOrdered ? '</ol>\n' : '</ul>\n';
  }
  if (!wanted) return;
  for (let level = open.length; level <= wanted.level; level++) {
    open.push(wanted);
    yield wanted.isOrdered ? `<ol${startOf(wanted)}>\n` : '<ul>\n';
  }
}

function startOf({ number = 1 }: ListPlace): string {
  return number === 1 ? '' : ` start="${number}"`;
}

async function htmlOf(block: FlowBlock, images: Images): Promise<string> {
  switch (block.kind) {
    case 'heading': {
      const level = Math.min(block.level, LOWEST_HEADING);
      return hasText(block.inlines) ? `<h${level}>${inlinesOf(block.inlines)}</h${level}>\n` : '';
    }
    case 'paragraph': {
      const element = block.list ? 'li' : 'p';
      return hasText(block.inlines) ? `<${element}>${inlinesOf(block.inlines)}</${element}>\n` : '';
    }
    case 'table':
      return tableOf(block);
    case 'image': {
      const { src } = await images.convert(block);
      const alternative = escapeXmlAttribute(block.alternative.replace(/\s+/g, ' ').trim());
      return `<p>${linked(`<img src="${src}" alt="${alternative}">`, block.link)}</p>\n`;
    }
    case 'code':
      return `<pre><code>${escapeXml(block.text)}</code></pre>\n`;
    case 'aside': {
      const parts: string[] = [];
      for await (const part of writeFlow(block.blocks, images)) parts.push(part);
      return `<aside>\n<p><strong>${escapeXml(block.label)}:</strong></p>\n${parts.join('')}</aside>\n`;
    }
    case 'quote': {
      const parts: string[] = [];
      for await (const part of writeFlow(block.blocks, images)) parts.push(part);
      return `<blockquote>\n${parts.join('')}</blockquote>\n`;
    }
    case 'rule':
      return '<hr>\n';
    case 'mark':
      return `<!-- ${block.text.replaceAll('--', '- -')} -->\n`;
  }
}

function inlinesOf(inlines: readonly Text[]): string {
  return inlines.map(inlineOf).join('').trim();
}

function inlineOf({ text, link, style: { bold, italic, script } = {} }: Text): string {
  let html = escapeXml(text).replaceAll('\n', '<br>');
  if (text.trim() === '') return html;
  if (script) html = script === 'super' ? `<sup>${html}</sup>` : `<sub>${html}</sub>`;
  if (italic) html = `<em>${html}</em>`;
  if (bold) html = `<strong>${html}</strong>`;
  return linked(html, link);
}

function linked(html: string, link: Link | undefined): string {
  const isLink = link !== undefined && SAFE_ADDRESS.test(link.href);
  return isLink ? `<a href="${escapeXmlAttribute(link.href)}">${html}</a>` : html;
}

function tableOf({ rows: all }: FlowTable): string {
  const rows = [...all];
  if (rows.length === 0) return '';
  const [head, ...body] = rows.map((row, index) => {
    const element = index === 0 && rows.length > 1 ? 'th' : 'td';
    return `<tr>${row.map((cell) => cellOf(cell, element)).join('')}</tr>\n`;
  });
  if (body.length === 0) return `<table>\n${head}</table>\n`;
  return `<table>\n<thead>\n${head}</thead>\n<tbody>\n${body.join('')}</tbody>\n</table>\n`;
}

function cellOf({ inlines, columns = 1, rows = 1, isNumber }: FlowCell, element: 'td' | 'th'): string {
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`;
  const align = isNumber ? ' style="text-align: end"' : '';
  return `<${element}${spans}${align}>${inlinesOf(inlines)}</${element}>`;
}
