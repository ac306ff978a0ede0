import type { RunContext } from '../../../contract/codec.ts';

/** What a document holds that OpenDocument does not get from it. */
type Loss = 'image' | 'media' | 'chart';
export type Lost = (what: Loss) => void;

/** What a reader tells while it reads: what it leaves out, and each thing that it takes. */
export interface ReadRequest {
  readonly lost: Lost;
  readonly take: () => void;
}

/** Counts what is left out, and tells the caller at the end. */
export class Losses {
  readonly #counts = new Map<Loss, number>();

  readonly add: Lost = (what) => void this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);

  report(context: RunContext): void {
    for (const [what, count] of this.#counts) context.warn({ ...WARNINGS[what], details: { count } });
  }
}

const WARNINGS = {
  image: {
    code: 'picture_dropped',
    message: 'Images of a type that office programs do not show were left out.',
    lost: ['figures'],
  },
  media: { code: 'feature_dropped', message: 'Video and audio were left out: only their images remain.' },
  chart: { code: 'feature_dropped', message: 'Charts were left out.', lost: ['vector'] },
} as const;
