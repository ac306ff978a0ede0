import type { RunContext, Warning } from '../../codec.ts';
import type { LogMessage } from './instance.ts';

const WARNINGS: Readonly<Record<string, Omit<Warning, 'details'>>> = {
  CouldNotFetchResource: {
    code: 'picture_dropped',
    message: 'Pictures outside the file were not fetched.',
    lost: ['figures'],
  },
  CouldNotConvertTeXMath: {
    code: 'feature_dropped',
    message: 'Some formulas were written as TeX, since they could not be translated.',
  },
  SkippedContent: { code: 'feature_dropped', message: 'Parts that have no counterpart were left out.' },
  BlockNotRendered: { code: 'feature_dropped', message: 'Parts that have no counterpart were left out.' },
  InlineNotRendered: { code: 'feature_dropped', message: 'Parts that have no counterpart were left out.' },
};

/** Tells the caller what pandoc has left out, once for each kind. */
export function reportMessages(messages: readonly LogMessage[], context: RunContext): void {
  const counts = new Map<Omit<Warning, 'details'>, number>();
  for (const { type } of messages) {
    const warning = WARNINGS[type];
    if (warning) counts.set(warning, (counts.get(warning) ?? 0) + 1);
  }
  for (const [warning, count] of counts) context.warn({ ...warning, details: { count } });
}
