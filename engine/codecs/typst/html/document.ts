import type { RunContext } from '../../../contract/codec.ts';
import type { OptionValues } from '../../../formats/options.ts';
import { parseColour } from '../../../content/document/css/colours.ts';
import type { Declarations } from '../../../content/document/css/declarations.ts';
import { parseFontSize, parseLength } from '../../../content/document/css/lengths.ts';
import { array, points, rgb, stringOf, withoutControls } from '../markup.ts';
import { pageSetup, tableOfContents, type PageSetup } from '../style.ts';
import { PAPERS, type Paper } from '../../../content/pages/paper.ts';
import { flowOf } from './blocks.ts';
import { attribute, childrenOf, parseHtml, type DomDocument } from '../../../content/document/html/dom.ts';
import { placeEndnotes } from './endnotes.ts';
import { Page } from './page.ts';
import { startScope } from './scope.ts';
import { blockRules } from './text-style.ts';

/** A page of HTML in Typst's language; its style is the default one where it gives none. */
interface TypstBody {
  readonly source: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export function typstOfHtml(
  html: string,
  companions: ReadonlyMap<string, Uint8Array>,
  options: OptionValues,
  context: RunContext,
): TypstBody {
  const document = parseHtml(html);
  placeEndnotes(document);
  const page = new Page(document, companions, context);
  const { body } = document;
  const style: Declarations = body ? page.styleOf(body) : new Map();
  const setup = pageOf(page.cascade.page, options);
  const base = parseFontSize(style.get('font-size') ?? '', { fontSize: setup.fontSize, rootFontSize: setup.fontSize });
  const scope = startScope(options.fontSize ?? base ?? setup.fontSize, setup.width - 2 * setup.margin);
  const content = body ? flowOf(childrenOf(body), scope, page) : '';
  const source = [
    ...metadataOf(document),
    `#set page(width: ${points(setup.width)}, height: ${points(setup.height)}, margin: ${points(setup.margin)}${fillOf(style)});`,
    blockRules(options.fontSize === undefined ? style : withoutSize(style), scope),
    tableOfContents(options),
    content,
    page.leftoverLabels(),
  ];
  warnOfSheets(document, context);
  page.finish();
  return { source: source.filter((part) => part !== '').join('\n'), files: page.images.files };
}

/** What the style sheets say of the paper, under what the caller says. */
function pageOf(page: Declarations, options: OptionValues): PageSetup {
  const setup = pageSetup(options);
  const size = page.get('size')?.toLowerCase() ?? '';
  const named = Object.keys(PAPERS).find((paper) => new RegExp(`\\b${paper}\\b`).test(size)) as Paper | undefined;
  const isLandscape = options.landscape ?? /landscape/.test(size);
  const [shorter, longer] =
    named && options.pageSize === undefined
      ? PAPERS[named]
      : [Math.min(setup.width, setup.height), Math.max(setup.width, setup.height)];
  const margin = parseLength(page.get('margin-left') ?? '', { fontSize: setup.fontSize, rootFontSize: setup.fontSize });
  return {
    ...setup,
    width: isLandscape ? longer : shorter,
    height: isLandscape ? shorter : longer,
    margin:
      options.margin === undefined && margin !== undefined ? Math.min(Math.max(0, margin), shorter / 3) : setup.margin,
  };
}

function withoutSize(style: Declarations): Declarations {
  return new Map([...style].filter(([property]) => property !== 'font-size'));
}

function fillOf(style: Declarations): string {
  const colour = parseColour(style.get('background-color') ?? '');
  return colour === undefined || colour === 'ffffff' ? '' : `, fill: ${rgb(colour)}`;
}

/** Title, author, keywords and language, as far as the page has them. */
function metadataOf(document: DomDocument): string[] {
  const meta = new Map<string, string>();
  for (const element of Array.from(document.querySelectorAll('meta[name][content]'))) {
    const name = attribute(element, 'name')!.toLowerCase();
    const content = attribute(element, 'content');
    if (content !== undefined && !meta.has(name)) meta.set(name, clean(content));
  }
  const title = clean(document.title);
  const keywords = (meta.get('keywords') ?? '').split(/\s*[,;]\s*/).filter((word) => word !== '');
  const author = meta.get('author');
  const description = meta.get('description');
  const args = [
    ...(title === '' ? [] : [`title: ${stringOf(title)}`]),
    ...(author === undefined ? [] : [`author: ${stringOf(author)}`]),
    ...(keywords.length === 0 ? [] : [`keywords: ${array(keywords.slice(0, 100).map(stringOf))}`]),
    ...(description === undefined ? [] : [`description: ${stringOf(description)}`]),
  ];
  const [, language, region] =
    /^([a-z]{2,3})(?:-([a-z]{2})\b)?/i.exec(attribute(document.documentElement, 'lang') ?? '') ?? [];
  const direction = attribute(document.documentElement, 'dir') ?? (document.body && attribute(document.body, 'dir'));
  const text = [
    ...(language === undefined ? [] : [`lang: ${stringOf(language.toLowerCase())}`]),
    ...(region === undefined ? [] : [`region: ${stringOf(region.toUpperCase())}`]),
    ...(direction === 'rtl' ? ['dir: rtl'] : []),
  ];
  return [
    ...(args.length === 0 ? [] : [`#set document(${args.join(', ')});`]),
    ...(text.length === 0 ? [] : [`#set text(${text.join(', ')});`]),
  ];
}

function clean(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim().slice(0, 1000);
}

function warnOfSheets(document: DomDocument, { warn }: RunContext): void {
  const sheets = Array.from(document.querySelectorAll('link[rel~="stylesheet"][href]'));
  if (sheets.length === 0) return;
  warn({
    code: 'feature_dropped',
    message: `${sheets.length} style sheets outside the file are never fetched: the page is drawn without them. Embed them in a style element.`,
    details: { sheets: sheets.length },
  });
}
