import { NO_IMAGE, type Images } from '../embedded-images.ts';
import { inFlow, type FlowBlock, type FlowCell, type FlowParagraph, type FlowTable } from '../flow.ts';
import { hasText, textOf, type Block, type Link, type ListPlace, type Text } from '../model.ts';

const LOWEST_HEADING = 6;
const HAS_LETTERS = /[\p{L}\p{N}]/u;
/** Markdown has no marks of its own for raised and lowered text. */
const ELEMENTS = { super: 'sup', sub: 'sub' } as const;

/** Writes blocks as Markdown (CommonMark with GFM tables); images are references whose data are at the end. */
export async function* writeMarkdown(blocks: Iterable<Block>, images: Images): AsyncGenerator<string> {
  let before: FlowBlock | undefined;
  for (const block of inFlow(blocks)) {
    const text = await markdownOf(block, images);
    if (text === '') continue;
    // Items of one list are line by line; everything else begins after a blank line.
    const isSameList = isItem(before) && isItem(block) && !beginsAnew(before, block) && !block.list.isContinued;
    yield `${before === undefined ? '' : isSameList ? '\n' : '\n\n'}${text}`;
    before = block;
  }
  const definitions = Array.from(images.references, ([name, uri]) => `[${name}]: ${uri}`);
  yield definitions.length === 0 ? '\n' : `\n\n${definitions.join('\n')}\n`;
}

function isItem(block: FlowBlock | undefined): block is FlowParagraph & { readonly list: ListPlace } {
  return block?.kind === 'paragraph' && block.list !== undefined;
}

/** A list of the other kind directly below one would be taken for its next items. */
function beginsAnew({ list: before }: { readonly list: ListPlace }, { list }: { readonly list: ListPlace }): boolean {
  return before.level === 0 && list.level === 0 && before.isOrdered !== list.isOrdered;
}

async function markdownOf(block: FlowBlock, images: Images): Promise<string> {
  switch (block.kind) {
    case 'heading':
      return hasText(block.inlines)
        ? `${'#'.repeat(Math.min(block.level, LOWEST_HEADING))} ${inOneLine(block.inlines)}`
        : '';
    case 'paragraph':
      return hasText(block.inlines) ? paragraphOf(block) : '';
    case 'table':
      return tableOf(block);
    case 'image': {
      const { src } = await images.convert(block);
      const alternative = escapeText(block.alternative.replace(/\s+/g, ' ').trim());
      if (src !== NO_IMAGE) return linked(`![${alternative}][${src}]`, block.link);
      return alternative === '' ? '' : linked(`*${alternative}*`, block.link);
    }
    case 'code':
      return codeOf(block.text);
    case 'aside': {
      const text = await gather(block.blocks, images);
      return quoted(`**${escapeText(block.label)}:**${text === '' ? '' : `\n\n${text}`}`);
    }
    case 'quote':
      return quoted(await gather(block.blocks, images));
    case 'rule':
      return '---';
    case 'mark':
      return `<!-- ${block.text.replaceAll('--', '- -')} -->`;
  }
}

/** The blocks of a container, each after a blank line. */
async function gather(blocks: Iterable<FlowBlock>, images: Images): Promise<string> {
  const texts: string[] = [];
  for (const block of blocks) texts.push(await markdownOf(block, images));
  return texts.filter((text) => text !== '').join('\n\n');
}

function quoted(text: string): string {
  return text.replace(/^/gm, '> ').replace(/^> $/gm, '>');
}

function paragraphOf({ inlines, list }: FlowParagraph): string {
  const text = escapeLineStarts(inlines.map(inlineOf).join('').trim());
  if (!list) return text.replaceAll('\n', '  \n');
  const indent = '    '.repeat(list.level);
  // Four spaces are enough for the mark of any item but those of long lists, and too few for code.
  if (list.isContinued) return `${indent}    ${text.replaceAll('\n', `  \n${indent}    `)}`;
  const mark = list.isOrdered ? `${list.number ?? 1}.` : '-';
  const inside = `${indent}${' '.repeat(mark.length + 1)}`;
  return `${indent}${mark} ${text.replaceAll('\n', `  \n${inside}`)}`;
}

/** The fence is longer than any row of backticks within. */
function codeOf(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function inOneLine(inlines: readonly Text[]): string {
  return inlines
    .map(inlineOf)
    .join('')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}

function inlineOf({ text, link, style: { bold, italic, script } = {} }: Text): string {
  const [, before = '', core = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (core === '') return text;
  // CommonMark takes no mark between a letter and punctuation for emphasis: an element stands around it, and a comma has none
  const mark = !HAS_LETTERS.test(core) ? '' : bold && italic ? '***' : bold ? '**' : italic ? '*' : '';
  const marked = `${mark}${escapeText(core)}${mark}`;
  const written = script === undefined ? marked : `<${ELEMENTS[script]}>${marked}</${ELEMENTS[script]}>`;
  return `${before}${linked(written, link)}${after}`;
}

function linked(written: string, link: Link | undefined): string {
  return link === undefined ? written : `[${written.replaceAll('\n', ' ')}](${addressOf(link.href)})`;
}

function addressOf(link: string): string {
  return /[\s()<>]/.test(link) ? `<${link.replace(/[<>\s]/g, (sign) => encodeURIComponent(sign))}>` : link;
}

/**
 * Signs that mean something wherever they are, a dollar where a formula could begin, and an underscore where a word
 * begins or ends. What follows may be a text of another format, behind the end of this one.
 */
const SIGNS = /[\\`*[\]~]|<(?=[a-z/!?]|$)|&(?=#?\w+;)|\$(?![\d\s])|(?<=\$)\$|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu;

function escapeText(text: string): string {
  return text.replace(SIGNS, '\\$&');
}

/** What makes a line a heading, a list item, a quotation or a rule when it is first. */
function escapeLineStarts(text: string): string {
  return text
    .replace(/^(\s*)(#{1,6}(?=\s|$)|[+-](?=\s|$)|>|={2,}|-{2,})/gm, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2');
}

/** A GFM table has one row of names and no merged cells: those that are covered are empty. */
function tableOf({ rows: all }: FlowTable): string {
  const rows = [...all];
  const grid = spread(rows);
  const width = Math.max(0, ...grid.map(({ length }) => length));
  if (width === 0) return '';
  const lines = grid.map((cells) => {
    const texts = Array.from({ length: width }, (_, column) => cells[column] ?? '');
    return `| ${texts.join(' | ')} |`;
  });
  const rule = `|${Array.from({ length: width }, (_, column) => (isNumeric(rows, column) ? ' ---: ' : ' --- ')).join('|')}|`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

function isNumeric(rows: readonly (readonly FlowCell[])[], column: number): boolean {
  const cells = rows.slice(1).flatMap((row) => (row.length === rows[0]!.length ? [row[column]] : []));
  const filled = cells.filter((cell) => cell !== undefined && hasText(cell.inlines));
  return filled.length > 0 && filled.every((cell) => cell!.isNumber);
}

function spread(rows: readonly (readonly FlowCell[])[]): string[][] {
  const reach: number[] = [];
  return rows.map((row) => {
    const texts: string[] = [];
    const skipCovered = (): void => {
      for (; (reach[texts.length] ?? 0) > 0; texts.push('')) reach[texts.length]!--;
    };
    for (const { inlines, columns = 1, rows: height = 1 } of row) {
      skipCovered();
      for (let offset = 0; offset < columns; offset++) {
        reach[texts.length] = height - 1;
        texts.push(offset === 0 ? cellText(inlines) : '');
      }
    }
    skipCovered();
    return texts;
  });
}

function cellText(inlines: readonly Text[]): string {
  if (!textOf(inlines).includes('\n') && inlines.length <= 1 && !inlines[0]?.link) {
    // Most cells: a number or a word.
    return inlines.map(inlineOf).join('').replaceAll('|', '\\|').trim();
  }
  return inlines
    .map(inlineOf)
    .join('')
    .trim()
    .replaceAll('|', '\\|')
    .replace(/\s*\n\s*/g, '<br>');
}
