import { judgeBook } from './judges/book.ts';
import { judgeDocument } from './judges/document.ts';
import { judgeFont } from './judges/font.ts';
import { judgeMarkup } from './judges/markup.ts';
import { judgeMedia } from './judges/media.ts';
import { judgeImage } from './judges/image.ts';
import { judgeText } from './judges/text.ts';
import type { Judged, Verdict } from './judges/verdict.ts';

type Judge = (judged: Judged) => Promise<Verdict | undefined>;

const JUDGES: readonly Judge[] = [judgeMedia, judgeImage, judgeFont, judgeBook, judgeMarkup, judgeText, judgeDocument];

/** Asks the first judge that knows the target: none of them wrote it. */
export async function judge(judged: Judged): Promise<Verdict | undefined> {
  for (const ask of JUDGES) {
    const verdict = await ask(judged);
    if (verdict) return verdict;
  }
  return undefined;
}
