import type { DocumentWords } from '../../../content/pages/model.ts';
import type { Paragraph } from './blocks.ts';
import { isCompound } from './compounds.ts';
import { fullText } from './segment.ts';

const CJK = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;
const HYPHEN = /[-\u00ad\u2010]$/;

/** Text of a paragraph with its labels; rows are joined with spaces. */
export function textOfParagraph({ rows }: Paragraph): string {
  return rows.map(({ segments }) => segments.map(fullText).join(' ')).join(' ');
}

/** Whether the last word of a line goes on in the next one. */
export function endsHyphenated(text: string): boolean {
  return /\p{Ll}[-\u00ad\u2010]$/u.test(text);
}

export type LineJoint = 'space' | 'nothing' | 'optional-hyphen';

/** How two lines of a paragraph are joined: most with a space, a hyphenated word by a hyphen that shows at line ends. */
export function jointOf(before: string, after: string, words?: DocumentWords): LineJoint {
  if (before.endsWith('\u00ad')) return 'optional-hyphen';
  if (HYPHEN.test(before)) {
    const isCut = endsHyphenated(before) && /^\p{Ll}/u.test(after) && !(words && isCompound(before, after, words));
    return isCut ? 'optional-hyphen' : 'nothing';
  }
  if (/\s$/.test(before)) return 'nothing';
  return CJK.test(before.at(-1) ?? '') && CJK.test(after[0] ?? '') ? 'nothing' : 'space';
}
