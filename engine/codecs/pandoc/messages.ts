import type { RunContext, Warning } from '../../contract/codec.ts';
import { LOSS_MESSAGES } from '../../content/document/book/book.ts';
import { MISSING_IMAGES, REMOVED_LINKS, UNTAKEN_IMAGES } from './filter.ts';
import type { PandocResult } from './instance.ts';

const WARNINGS: Readonly<Record<string, Omit<Warning, 'details'>>> = {
  CouldNotConvertTeXMath: {
    code: 'feature_dropped',
    message: 'Some formulas were written as TeX, since they could not be translated.',
  },
  CouldNotLoadIncludeFile: {
    code: 'text_dropped',
    message: 'Files that the text takes in are not here and were left out.',
  },
  SkippedContent: { code: 'feature_dropped', message: 'Parts that have no counterpart were left out.' },
  BlockNotRendered: { code: 'feature_dropped', message: 'Parts that have no counterpart were left out.' },
  InlineNotRendered: { code: 'feature_dropped', message: 'Parts that have no counterpart were left out.' },
};

/** What the filter has counted, by the file in which it says so. */
const COUNTED: Readonly<Record<string, Omit<Warning, 'details'>>> = {
  [MISSING_IMAGES]: {
    code: 'picture_dropped',
    message: 'Images outside the file were not fetched.',
    lost: ['figures'],
  },
  [UNTAKEN_IMAGES]: {
    code: 'picture_dropped',
    message: 'Images that are neither PNG nor JPEG were left out: the target is written with no others.',
    lost: ['figures'],
  },
  [REMOVED_LINKS]: { code: 'link_dropped', message: LOSS_MESSAGES.link_dropped },
};

/** Groups of a page that are read without a mark of their own: nothing of what is in them is left out. */
const GROUPING_TAG = /^<\/?(?:address|article|aside|body|footer|header|hgroup|html|main|nav|search|section)\b[^<]*>$/i;

/** Packages of LaTeX, which pandoc knows or does without: nothing of the text is in them. */
const PACKAGE = /\.(?:sty|cls)\b/;

/** Tells the caller what has been left out, once for each kind. */
export function reportLosses({ messages, files }: PandocResult, context: RunContext): void {
  for (const [name, warning] of Object.entries(COUNTED)) {
    const count = files.get(name);
    if (count) context.warn({ ...warning, details: { count: Number(new TextDecoder().decode(count)) } });
  }
  const counts = new Map<Omit<Warning, 'details'>, number>();
  for (const { type, contents = '', pretty = '' } of messages) {
    const warning = WARNINGS[type];
    const isNothing = GROUPING_TAG.test(contents) || (type === 'CouldNotLoadIncludeFile' && PACKAGE.test(pretty));
    if (warning && !isNothing) counts.set(warning, (counts.get(warning) ?? 0) + 1);
  }
  for (const [warning, count] of counts) context.warn({ ...warning, details: { count } });
}
