import type { FormatId } from '../../../formats/index.ts';
import type { LightMarkup } from './light.ts';

const DATA_URI = { pattern: /\bdata:[\w/+.-]+;base64,[A-Za-z0-9+/=]+/g } as const;

/** Light markup languages of writers and programmers. */
export const PROSE: Partial<Record<FormatId, LightMarkup>> = {
  rst: {
    note: /^\.\. \[[^\]\n]*\]/,
    notesAreIndented: true,
    told: /^:(?:Authors?|Date|Organization|Contact|Copyright|Address):/i,
    constructs: [
      { pattern: /^\s*\.\. (?:\|[^|\n]*\| )?(?:image|figure):: .*$/g, counts: 'figures' },
      { pattern: /^\s*\.\. math::.*$/g, counts: 'formulas' },
      { pattern: /^\s*\.\. (?:list-table|csv-table)::/g, counts: 'tables' },
      {
        pattern:
          /^\s*\.\. (?:code|code-block|sourcecode|highlight|raw|role|default-role|contents|include|container|class|parsed-literal|toctree|index|only|currentmodule|module)::.*$/g,
      },
      { pattern: /^\s*\.\. (?:[\w-]+::|\[[^\]\n]*\])/g },
      { pattern: /:math:`[^`\n]*`|`[^`\n]*`:math:/g, counts: 'formulas' },
      { pattern: /^:(?:Authors?|Date|Organization|Contact|Copyright|Address):/gi },
      { pattern: /^:(?:Revision|Version|Status):.*$/gi },
      { pattern: /:cite(?::\w+)?:`[^`\n]*`/g },
      { pattern: /:[\w-]+:`([^`\n]*)`/g, text: 1 },
      { pattern: /`([^`\n]*)`:[\w-]+:/g, text: 1 },
      { pattern: /`([^`<\n]*)<[^`<>\n]*>`_{0,2}/g, counts: 'links', text: 1 },
      { pattern: /`[^`\n]+`_{1,2}|\b\w+_(?=[\s.,;:!?)])/g, counts: 'links', text: 0 },
      { pattern: /\[STRIKEOUT:([^\]\n]*)\]/g, text: 1 },
      { pattern: /\[(?:#?[\w-]*|\*)\]_/g },
      { pattern: /(?<![|\w])\|[^|\s][^|\n]*\|(?![|\w])/g },
      { pattern: /\\ /g, text: '' },
      DATA_URI,
    ],
    silent:
      /^\s*(?:\.\. (?:_[^\n]*:|\.)|__ |:(?:alt|width|height|scale|align|target|name|class|figwidth|number-lines|maxdepth|caption|header-rows|widths|file|start-after|end-before|format|local|depth|linenos|emphasize-lines|hidden|nocase):)/,
    underlined: /^([=~^"'*+#`:._-])\1{2,}\s*$/,
    tableLine: /^\s*(?:=+(?: +=+)+\s*|\+[-=]{2,}[-=+]*\+\s*)$/,
    metadata: /^:(?:Author|Date|Authors):/im,
  },
  org: {
    note: /^\[fn:[\w-]+\] /,
    told: /^#\+(?:title|author|date|subtitle):/i,
    dollars: true,
    formulas: [
      ['\\(', '\\)'],
      ['\\[', '\\]'],
    ],
    constructs: [
      { pattern: /^\s*#\+(?:caption|CAPTION|title|TITLE|author|AUTHOR|date|DATE|subtitle):/g },
      {
        pattern:
          /\[\[(?:file:|attachment:|data:|\.{0,2}\/)?[^[\]\n]*\.(?:png|jpe?g|gif|svg|webp|bmp|tiff?|pdf|emf|wmf)\]\]/gi,
        counts: 'figures',
      },
      { pattern: /\[\[data:[^[\]\n]*\]\]/g, counts: 'figures' },
      { pattern: /\[\[[^[\]\n]*\]\[([^[\]\n]*)\]\]/g, counts: 'links', text: 1 },
      { pattern: /\[\[([^[\]\n]*)\]\]/g, counts: 'links', text: 1 },
      { pattern: /\[cite(?:\/[\w/-]*)?:[^\]\n]*\]/g },
      { pattern: /\[fn:[\w-]*\]?:?/g },
      { pattern: /[_^]\{([^{}\n]*)\}/g, text: 1 },
    ],
    silent:
      /^\s*(?:#\+(?!caption|CAPTION|title|TITLE|author|AUTHOR|date|DATE|subtitle)|# |:[\w-]+:.*$)|^\s*\|[-+]+\|\s*$/,
    heading: /^\*+ /,
    tableLine: /^\s*\|.*\|\s*$/,
    metadata: /^#\+(?:title|author|date):/im,
  },
  asciidoc: {
    notes: ['footnote:[', ']'],
    told: /^:(?:author|revdate):/,
    hidden: [['\n////\n', '\n////\n']],
    formulas: [
      ['[latexmath]\n++++', '++++'],
      ['[stem]\n++++', '++++'],
    ],
    constructs: [
      { pattern: /(?:latexmath|stem|asciimath):\[[^\]\n]*\]/g, counts: 'formulas' },
      // A cell says before its stroke how it spans, how it is aligned and what it holds.
      {
        pattern: /(?<=^|\s|\|)(?:\d+\*|\d*(?:\.\d+)?\+)?(?:[<^>]?(?:\.[<^>])?)[adehlmsv]?\|(?!=)/g,
      },
      { pattern: /\bimage::?[^[\]\n]*\[[^\]\n]*\]/g, counts: 'figures' },
      { pattern: /\b(?:https?|mailto|link|xref):[^\s[\]]*\[([^\]\n]*)\]/g, counts: 'links', text: 1 },
      { pattern: /<<[^<>,\n]*(?:,([^<>\n]*))?>>/g, counts: 'links', text: 1 },
      { pattern: /footnote:\[/g },
      { pattern: /\[[\w.#=-]+\](?=#)/g },
      { pattern: /\+\+/g, text: '' },
      { pattern: /^:(?:author|revdate):[ \t]*(.*)$/g, text: 1 },
    ],
    silent: /^(?::(?!(?:author|revdate):)[\w!-]+:.*|\[[^\]\n]*\]|include::.*|\/\/.*|'{3,})\s*$/,
    heading: /^={1,6} \S/,
    tableLine: /^\|===/,
    metadata: /^= .*\n\S/,
  },
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
