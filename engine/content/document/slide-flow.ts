import { hasText, inlinesOf, paragraph, text, textOf, type Block, type Box, type Page, type Text } from './model.ts';
import { inReadingOrder } from './reading-order.ts';

const SLIDE_HEADING = 2;

/** Characters of a line that may be a title, where no shape says that it is one. */
const MAX_TITLE_CHARS = 100;

/**
 * A slide in its reading order: a mark with its number, its title as a heading, what it says, and its notes set apart.
 * What is on every slide is left out.
 */
export function slideInFlow({ number, blocks, notes = [], unshown }: Page): Block[] {
  const boxes = boxesInOrder(blocks).filter((block) => roleOf(block) !== 'furniture');
  const own = boxes.filter((block) => roleOf(block) === 'title').flatMap(titleOf);
  const filled = filledIn(boxes);
  const hasTitle = textOf(own).trim() !== '';
  const likely = hasTitle ? undefined : likelyTitle(filled);
  const title = likely ?? own;
  const shown = notes.flatMap((block) => (roleOf(block) === 'furniture' ? [] : contentOf(block))).filter(isFilled);
  return [
    { kind: 'mark', text: `Slide ${number}${unshown ? ', hidden' : ''}` },
    ...(textOf(title).trim() === '' ? [] : [{ kind: 'heading', level: SLIDE_HEADING, inlines: title } as const]),
    ...(unshown ? [paragraph([text('(hidden slide)', { style: { italic: true } })])] : []),
    ...(likely ? filled.slice(1) : filled),
    ...(shown.length === 0 ? [] : [{ kind: 'aside', label: 'Notes', blocks: shown } as const]),
  ];
}

/** What is on a slide in the order in which it is read, its title first. */
function boxesInOrder(blocks: readonly Block[]): readonly Block[] {
  const boxes = inReadingOrder(blocks.map((item) => ({ item, box: item.kind === 'box' ? item.frame : undefined })));
  return boxes.toSorted((a, b) => Number(roleOf(b) === 'title') - Number(roleOf(a) === 'title'));
}

/** The line of a slide that looks like the title that no shape says it has. */
export function likelyTitleOf(blocks: readonly Block[]): Block | undefined {
  const boxes = boxesInOrder(blocks);
  const isTitled = boxes.some((block) => roleOf(block) === 'title' && hasText(titleOf(block as Box)));
  const [first] = isTitled ? [] : filledIn(boxes);
  return first && likelyTitle([first]) ? first : undefined;
}

function filledIn(boxes: readonly Block[]): Block[] {
  return boxes
    .filter((block) => roleOf(block) !== 'title')
    .flatMap(contentOf)
    .filter(isFilled);
}

function roleOf(block: Block): Box['role'] {
  return block.kind === 'box' ? block.role : undefined;
}

function contentOf(block: Block): readonly Block[] {
  return block.kind === 'box' ? [...block.blocks] : [block];
}

/** The lines of a title in one; a heading looks like one by itself. */
function titleOf(box: Block): Text[] {
  return contentOf(box)
    .filter((block) => hasText(inlinesOf(block)))
    .map((block, index) => text((index === 0 ? '' : ' ') + textOf(inlinesOf(block))));
}

function isFilled(block: Block): boolean {
  return block.kind !== 'paragraph' || hasText(block.inlines);
}

/** Many slides have a bold line on top instead of a title: it is one. */
function likelyTitle([first]: readonly Block[]): Text[] | undefined {
  if (first?.kind !== 'paragraph' || first.list) return undefined;
  const words = first.inlines.filter((inline) => hasText([inline]));
  const isBold = words.every((inline) => inline.kind === 'text' && inline.style?.bold);
  const isTitle = words.length > 0 && isBold && textOf(words).length <= MAX_TITLE_CHARS;
  return isTitle ? [text(textOf(first.inlines))] : undefined;
}
