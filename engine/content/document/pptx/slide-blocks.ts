import { hasText, paragraph, text, textOf, type Block, type Inline } from '../model.ts';

export interface SlideContent {
  /** From 1. */
  readonly number: number;
  readonly title: readonly Inline[];
  readonly content: readonly Block[];
  readonly isHidden: boolean;
  readonly notes: readonly Block[];
}

const SLIDE_HEADING = 2;

/** Characters of a line that may be a title, where no shape says that it is one. */
const MAX_TITLE_CHARS = 100;

/** Many slides have a bold line on top instead of a title: it is one. */
function likelyTitle(content: readonly Block[]): readonly Inline[] | undefined {
  const [first] = content;
  if (first?.kind !== 'paragraph' || first.list) return undefined;
  const words = first.inlines.filter((inline) => hasText([inline]));
  const isBold = words.every((inline) => inline.kind === 'text' && inline.style?.bold);
  const isTitle = words.length > 0 && isBold && textOf(words).length <= MAX_TITLE_CHARS;
  return isTitle ? [text(textOf(first.inlines))] : undefined;
}

/** A slide as blocks: a mark with its number, its title as a heading, what it says, and its notes set apart. */
export function slideBlocks({ number, title: own, content: all, isHidden, notes }: SlideContent): Block[] {
  const hasTitle = textOf(own).trim() !== '';
  const filled = all.filter((block) => block.kind !== 'paragraph' || hasText(block.inlines));
  const likely = hasTitle ? undefined : likelyTitle(filled);
  const title = likely ?? own;
  const content = likely ? filled.slice(1) : filled;
  const mark = `Slide ${number}${isHidden ? ', hidden' : ''}`;
  const hidden = paragraph([text('(hidden slide)', { style: { italic: true } })]);
  const shown = notes.filter((block) => block.kind !== 'paragraph' || hasText(block.inlines));
  return [
    { kind: 'mark', text: mark },
    ...(textOf(title).trim() === '' ? [] : [{ kind: 'heading', level: SLIDE_HEADING, inlines: title } as const]),
    ...(isHidden ? [hidden] : []),
    ...content,
    ...(shown.length === 0 ? [] : [{ kind: 'aside', label: 'Notes', blocks: shown } as const]),
  ];
}
