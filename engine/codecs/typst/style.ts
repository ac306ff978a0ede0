import type { OptionValues } from '../../formats/options.ts';
import { FALLBACK_FAMILIES, type ShippedFamily } from '../../content/font/shipped-fonts.ts';
import { array, points, stringOf } from './markup.ts';
import { PAPERS, type Paper } from '../../content/pages/paper.ts';

/** Families in order of preference: without the order, letters would come from any font that has them. */
export function fontList(...families: readonly ShippedFamily[]): string {
  return array([...new Set([...families, 'Tinos' as const, ...FALLBACK_FAMILIES])].map(stringOf));
}

/** The same text makes the same file whenever it is set; an author's own date stays. */
export const UNDATED = '#set document(date: none)';

/** Fonts that exist here; every other name falls back to the first. */
export const FONT_RULES = `#set text(font: ${fontList()})
#show raw: set text(font: ${fontList('Cousine')})
#show math.equation: set text(font: ${fontList('Noto Sans Math')})`;

const POINTS_PER_MM = 72 / 25.4;
const DEFAULT_PAPER: Paper = 'a4';
const DEFAULT_MARGIN_MM = 22;
/** Points; also what sizes relative to the text around them begin with. */
const DEFAULT_FONT_SIZE = 10.5;

/** The page that the options describe, in points. */
export interface PageSetup {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly fontSize: number;
}

export function pageSetup({ pageSize, landscape, margin, fontSize = DEFAULT_FONT_SIZE }: OptionValues): PageSetup {
  const [shorter, longer] = PAPERS[pageSize === undefined || pageSize === 'picture' ? DEFAULT_PAPER : pageSize];
  const [width, height] = landscape ? [longer, shorter] : [shorter, longer];
  return { width, height, margin: (margin ?? DEFAULT_MARGIN_MM) * POINTS_PER_MM, fontSize };
}

/** Rules for what the caller asks for alone: the text has its own style. */
export function pageRules(options: OptionValues): string {
  const { width, height, margin, fontSize } = pageSetup(options);
  const { pageSize, landscape } = options;
  const rules: string[] = [];
  if (pageSize !== undefined || landscape) rules.push(`#set page(width: ${points(width)}, height: ${points(height)})`);
  if (options.margin !== undefined) rules.push(`#set page(margin: ${points(margin)})`);
  if (options.fontSize !== undefined) rules.push(`#set text(size: ${points(fontSize)})`);
  if (options.toc) rules.push('#outline()');
  return rules.join('\n');
}

/** Typography for texts that bring none: a page to read from, quiet rules and colours. */
export function houseStyle(options: OptionValues): string {
  const { width, height, margin, fontSize } = pageSetup(options);
  return `#set page(width: ${points(width)}, height: ${points(height)}, margin: ${points(margin)}, footer-descent: 38%, footer: context {
  let count = counter(page).final().first()
  if count > 1 { set text(size: 8pt, fill: luma(110), font: ${fontList('Arimo')}); align(center)[#counter(page).display() / #count] }
})
#set text(size: ${points(fontSize)}, hyphenate: false)
${STYLE}`;
}

/** Headings of three levels with their pages, where the caller asks for them. */
export function tableOfContents({ toc }: OptionValues): string {
  return toc ? '#outline(depth: 3)\n#pagebreak(weak: true)' : '';
}

/**
 * References of other languages: what they refer to has no number here, or is not there, at which the compiler would
 * stop. A section is called by its heading, and an equation by its label.
 */
export const REFERENCES = `#show ref: it => {
  let target = it.element
  if target == none { return [[#str(it.target)]] }
  let place = target.location()
  if target.func() == heading { link(place, target.body) }
  else if target.func() == figure { link(place, numbering("1", ..target.counter.at(place))) }
  else { link(place)[[#str(it.target)]] }
}`;

const STYLE = `#set par(leading: 0.68em, spacing: 1.05em)
#set smartquote(enabled: false)
#set list(indent: 0.4em, body-indent: 0.6em, marker: ([•], [–], [•]))
#set enum(indent: 0.4em, body-indent: 0.6em)
#set table(inset: (x: 0.6em, y: 0.45em), stroke: none)
#set table.hline(stroke: 0.5pt + luma(190))
#show heading: set text(font: ${fontList('Arimo')}, weight: "bold", fill: rgb("#1f2328"))
#show heading: set block(above: 1.5em, below: 0.8em, sticky: true)
#show heading.where(level: 1): set text(size: 1.25em)
#show heading.where(level: 2): set text(size: 1.15em)
#show heading.where(level: 3): set text(size: 1.15em)
#show heading.where(level: 4): set text(size: 1.02em)
#show heading.where(level: 5): set text(size: 0.95em)
#show heading.where(level: 6): set text(size: 0.95em, fill: luma(90))
#set sub(typographic: false)
#set super(typographic: false)
#show link: set text(fill: rgb("#0b57a4"))
#show raw: set text(size: 1.12em)
#show raw.where(block: true): it => block(width: 100%, above: 1.2em, below: 1.2em, fill: luma(246), inset: (x: 0.8em, y: 0.75em), radius: 3pt, { set par(leading: 0.55em); it })
#show raw.where(block: false): it => box(fill: luma(242), outset: (y: 0.22em), inset: (x: 0.18em), radius: 2pt, it)
#show quote.where(block: true): it => block(width: 100%, above: 1.2em, below: 1.2em, inset: (left: 1em, y: 0.15em), stroke: (left: 2.5pt + luma(205)), { set text(fill: luma(75)); it.body; if it.attribution != none { align(right)[— #it.attribution] } })
#show table: set par(justify: false, leading: 0.55em)
#show figure: set block(breakable: true)
#show figure.caption: set text(size: 0.9em, fill: luma(80))
#show footnote.entry: set text(size: 0.85em)
#set terms(hanging-indent: 1.4em)`;
