import { inFlow, type FlowBlock } from '../flow.ts';
import { hasText, textOf, type Block, type ListPlace } from '../model.ts';

/** Writes blocks as plain text: a blank line before headings, the cells of a row separated by tabs. */
export function writeText(blocks: Iterable<Block>): Generator<string> {
  return writeFlow(inFlow(blocks));
}

function* writeFlow(blocks: Iterable<FlowBlock>): Generator<string> {
  let isFirst = true;
  for (const block of blocks) {
    const text = textOfBlock(block);
    if (text === '') continue;
    const needsSpace = block.kind !== 'paragraph' || !block.list;
    yield `${isFirst ? '' : needsSpace ? '\n\n' : '\n'}${text}`;
    isFirst = false;
  }
  yield '\n';
}

function textOfBlock(block: FlowBlock): string {
  switch (block.kind) {
    case 'heading':
      return textOf(block.inlines)
        .replace(/\s*\n\s*/g, ' ')
        .trim();
    case 'paragraph': {
      if (!hasText(block.inlines)) return '';
      const text = textOf(block.inlines).trim();
      return block.list ? `${'  '.repeat(block.list.level)}${markOf(block.list)}${text}` : text;
    }
    case 'table':
      return Array.from(block.rows, (row) =>
        row
          .map(({ inlines }) => textOf(inlines).replace(/\s+/g, ' ').trim())
          .join('\t')
          .trimEnd(),
      ).join('\n');
    case 'image':
      return block.alternative.trim() === '' ? '' : `[${block.alternative.replace(/\s+/g, ' ').trim()}]`;
    case 'code':
      return block.text;
    case 'aside':
      return `${block.label}:\n${[...writeFlow(block.blocks)].join('').trimEnd()}`;
    case 'quote':
      return [...writeFlow(block.blocks)].join('').trimEnd();
    case 'rule':
    case 'mark':
      return '';
  }
}

function markOf({ isOrdered, number, isContinued }: ListPlace): string {
  if (isContinued) return '  ';
  return isOrdered && number !== undefined ? `${number}. ` : '- ';
}
