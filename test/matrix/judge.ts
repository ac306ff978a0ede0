import type { FormatId } from '../../engine/formats/index.ts';
import { formatOf } from '../../engine/formats/index.ts';
import { judgeBook } from './judges/book.ts';
import { judgeDocument } from './judges/document.ts';
import { judgeFont } from './judges/font.ts';
import { judgeMarkup } from './judges/markup.ts';
import { judgeMedia } from './judges/media.ts';
import { judgePicture } from './judges/picture.ts';
import { judgeText } from './judges/text.ts';

export interface Judged {
  readonly source: { readonly path: string; readonly format: FormatId };
  readonly output: { readonly path: string; readonly format: FormatId };
  /** Features that the engine says the result has kept. */
  readonly kept: readonly string[];
  /** The codec that wrote the result. */
  readonly writer: string | undefined;
}

/** What an outside program or parser thinks of a result; nothing when none is installed that knows the format. */
export interface Verdict {
  readonly judge: string;
  /** What is wrong with the result, if anything. */
  readonly fault?: string;
}

type Judge = (judged: Judged) => Promise<Verdict | undefined>;

const JUDGES: readonly Judge[] = [
  judgeMedia,
  judgePicture,
  judgeFont,
  judgeBook,
  judgeMarkup,
  judgeText,
  judgeDocument,
];

/** Asks the first judge that knows the target: none of them wrote it. */
export async function judge(judged: Judged): Promise<Verdict | undefined> {
  for (const ask of JUDGES) {
    const verdict = await ask(judged);
    if (verdict) return verdict;
  }
  return undefined;
}

export function familyOf(format: FormatId): string {
  return formatOf(format).family;
}
