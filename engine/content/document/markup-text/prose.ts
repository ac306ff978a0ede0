import type { FormatId } from '../../../formats/index.ts';
import type { LightMarkup } from './light.ts';

/** Light markup languages of writers and programmers. */
export const PROSE: Partial<Record<FormatId, LightMarkup>> = {
  pod: {
    constructs: [
      { pattern: /^=(?:head[1-6]|item|encoding .*|over.*|back|pod|cut|begin .*|end .*|for)\b/g },
      { pattern: /L<([^<>|\n]*)(?:\|[^<>\n]*)?>/g, counts: 'links', text: 1 },
      { pattern: /\b[BCFIXZS]<+ ?/g, text: '' },
    ],
    heading: /^=head[1-6]/,
  },
};
