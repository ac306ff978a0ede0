import type { FormatId } from '../../../formats/index.ts';
import type { LightMarkup } from './light.ts';

/** Light markup languages of writers and programmers. */
export const PROSE: Partial<Record<FormatId, LightMarkup>> = {
  textile: {
    note: /^fn\d+\^?\. /,
    constructs: [
      { pattern: /^(?:h[1-6]|p|bq|bc|pre|fn\d+\^?|table)(?:\([^)\n]*\)|\{[^}\n]*\}|\[\w*\]|[<>=])*\.{1,2}(?: |$)/g },
      { pattern: /!(?=\S)[^!\n\s]*(?:\([^)\n]*\))?!(?::\S+)?/g, counts: 'figures' },
      { pattern: /"\$":([^\s|\]]+)/g, counts: 'links', text: 1 },
      { pattern: /\["([^"\n]+)":[^\s\]]+\]/g, counts: 'links', text: 1 },
      { pattern: /"([^"\n]+)":[^\s|\]]+/g, counts: 'links', text: 1 },
      { pattern: /(?<=(?:^|\s)[*_%@+^~-]{1,2})(?:\{[^}\n]*\}|\([\w#][\w #-]*\)|\[\w+\])/g, text: '' },
      { pattern: /(?<=\w) ?\((?:r|c|tm)\)/gi, text: '' },
      { pattern: /^\s*\|?_?\.? ?/g },
      { pattern: /\[(?:\d+)\]/g },
      { pattern: /\[ ?([~^])([^\]\n]*)\1\]/g, text: 2 },
      { pattern: /<span class="math">[^<]*<\/span>/g, counts: 'formulas' },
    ],
    silent: /^\[[\w-]+\](?:https?|ftp|mailto):\S*$|^###\.{1,2} /,
    heading: /^h[1-6](?:\([^)\n]*\)|\{[^}\n]*\}|\[\w*\]|[<>=])*\. /,
    tableLine: /^\s*\|.*\|\s*$/,
    html: true,
  },
  muse: {
    note: /^[[{]\d+[\]}] /,
    told: /^#(?:author|title|date|subtitle|notes|keywords|lang|source|desc)\b/,
    constructs: [
      {
        pattern:
          /^#(?:author|title|date|subtitle|notes|keywords|lang|lisTitle|SORTauthors|SORTtopics|source|cover|desc)\b/g,
      },
      { pattern: /^#[\w-]+\s*$/g },
      {
        pattern: /\[\[[^[\]\n]*\.(?:png|jpe?g|gif|svg|webp|bmp|tiff?|emf|wmf)(?: [^[\]\n]*)?\](?:\[[^[\]\n]*\])?\]/gi,
        counts: 'figures',
      },
      { pattern: /\[\[data:[^[\]\n]*\](?:\[[^[\]\n]*\])?\]/gi, counts: 'figures' },
      { pattern: /\[\[[^[\]\n]*\]\[([^[\]\n]*)\]\]/g, counts: 'links', text: 1 },
      { pattern: /\[\[([^[\]\n]*)\]\]/g, counts: 'links', text: 1 },
      { pattern: /[[{]\d+[\]}]/g },
      { pattern: /<\/?(?:verbatim|del|sub|sup|em|strong|code|class|ref)\b[^<>\n]*>/g, text: '' },
      { pattern: /<\/?(?:example|quote|verse|center|right|literal|br)\b[^<>\n]*>/g },
    ],
    silent: /^; /,
    heading: /^\*{1,5} /,
    tableLine: /^ .*\S \|{1,2} /,
    metadata: /^#(?:title|author) /m,
  },
  haddock: {
    formulas: [
      ['\\(', '\\)'],
      ['\\[', '\\]'],
    ],
    constructs: [
      { pattern: /<<[^<>\n]*>>/g, counts: 'figures' },
      { pattern: /<#[\w-]+ \[\d+\]>/g },
      { pattern: /<(?:(?:https?:|mailto:|#|ftp:|\.|\/)[^\s<>]* )?([^\s<>][^<>\n]*)>/g, counts: 'links', text: 1 },
      { pattern: /!?\[([^[\]\n]*)\]\([^()\n]*\)/g, counts: 'links', text: 1 },
    ],
    silent: /^#[\w-]+#$/,
    heading: /^={1,6} /,
    tableLine: /^\+[-=:+]+\+\s*$/,
  },
  t2t: {
    constructs: [
      { pattern: /\[[^[\]\n]*\.(?:png|jpe?g|gif|svg)\]/gi, counts: 'figures' },
      { pattern: /\[([^[\]\n]*) [^[\]\s]+\]/g, counts: 'links', text: 1 },
    ],
    silent: /^%/,
    heading: /^\s*(={1,5}|\+{1,5})[^=+].*\1(?:\[[\w-]*\])?\s*$/,
    // Its cells are between strokes with spaces on both sides.
    tableLine: /^\s*\|{1,2}(?: [^|\n]* \|{1,3})+\s*$/,
    metadata: /^\S/,
  },
  pod: {
    constructs: [
      { pattern: /^=(?:head[1-6]|item|encoding .*|over.*|back|pod|cut|begin .*|end .*|for)\b/g },
      { pattern: /L<([^<>|\n]*)(?:\|[^<>\n]*)?>/g, counts: 'links', text: 1 },
      { pattern: /\b[BCFIXZS]<+ ?/g, text: '' },
    ],
    heading: /^=head[1-6]/,
  },
};
