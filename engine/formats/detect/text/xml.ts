import type { FormatId } from '../../index.ts';
import { found, type Finding } from '../finding.ts';

/** What comes before the first element, and that element. */
interface Prolog {
  readonly hasDeclaration: boolean;
  /** Processing instructions and the document type, as they stand. */
  readonly heading: string;
  /** Local name of the root element, and its tag with the attributes. */
  readonly root: string;
  readonly tag: string;
}

interface Dialect {
  readonly format: FormatId;
  readonly root: RegExp;
  /** Must be found in the root's tag or the heading, where the name alone could be anybody's. */
  readonly evidence?: RegExp;
}

const DIALECTS: readonly Dialect[] = [
  { format: 'svg', root: /^svg$/ },
  { format: 'html', root: /^html$/i },
  { format: 'fb2', root: /^FictionBook$/ },
  { format: 'ttml', root: /^tt$/ },
  { format: 'wpl', root: /^smil$/, evidence: /<\?(wpl|zpl)\b/ },
  { format: 'smil', root: /^smil$/ },
  { format: 'xliff2', root: /^xliff$/, evidence: /\bversion\s*=\s*["']2/ },
  { format: 'xliff', root: /^xliff$/ },
  { format: 'tmx', root: /^tmx$/ },
  { format: 'qtts', root: /^TS$/, evidence: /<!DOCTYPE TS\b|\b(language|version)\s*=/ },
  { format: 'xspf', root: /^playlist$/, evidence: /xspf\.org/ },
  { format: 'asx', root: /^asx$/i },
  { format: 'xbel', root: /^xbel$/ },
  { format: 'rss', root: /^rss$/ },
  { format: 'rss', root: /^RDF$/, evidence: /purl\.org\/rss\// },
  { format: 'atom', root: /^feed$/, evidence: /w3\.org\/2005\/Atom/ },
  { format: 'soc', root: /^color-table$/ },
  { format: 'osm', root: /^osm$/ },
  { format: 'opml', root: /^opml$/ },
  { format: 'tei', root: /^(TEI|teiCorpus|TEI\.2)$/ },
  { format: 'gpx', root: /^gpx$/ },
  { format: 'kml', root: /^kml$/ },
  { format: 'tcx', root: /^TrainingCenterDatabase$/ },
  { format: 'gml', root: /./, evidence: /xmlns(:gml)?\s*=\s*["']http:\/\/www\.opengis\.net\/gml/ },
  { format: 'dae', root: /^COLLADA$/ },
  { format: 'x3d', root: /^X3D$/ },
  { format: 'xgl', root: /^WORLD$/ },
  { format: 'amf', root: /^amf$/i },
  { format: 'ttx', root: /^ttFont$/ },
  { format: 'plist', root: /^plist$/ },
  { format: 'drawio', root: /^(mxfile|mxGraphModel)$/ },
  { format: 'mathml', root: /^math$/ },
  { format: 'musicxml', root: /^score-(partwise|timewise)$/ },
  { format: 'mei', root: /^mei(Head|Corpus)?$/ },
  { format: 'xmlss', root: /^Workbook$/, evidence: /urn:schemas-microsoft-com:office:spreadsheet/ },
  { format: 'icml', root: /^Document$/, evidence: /<\?aid / },
  { format: 'fodt', root: /^document(-content)?$/, evidence: /opendocument\.text/ },
  { format: 'fods', root: /^document(-content)?$/, evidence: /opendocument\.spreadsheet/ },
  { format: 'fodp', root: /^document(-content)?$/, evidence: /opendocument\.presentation/ },
  { format: 'fodg', root: /^document(-content)?$/, evidence: /opendocument\.graphics/ },
  { format: 'jats', root: /^article$/, evidence: /JATS|NLM\/\/DTD|dtd-version|article-type/i },
  { format: 'bits', root: /^book$/, evidence: /BITS|\/\/NLM|dtd-version|book-type/i },
  { format: 'docbook', root: /^(article|book|chapter|refentry|section|set|part)$/, evidence: /docbook/i },
];

/** Read as the plain XML that they are when a file is named so: only their own programs ask for more. */
const DATA_DIALECTS: readonly FormatId[] = [
  ...(['xliff', 'xliff2', 'tmx', 'qtts', 'xspf', 'asx', 'wpl', 'xbel', 'rss', 'atom', 'soc', 'osm'] as const),
  'gpx',
  'kml',
  'gml',
  'tcx',
  'dae',
  'x3d',
  'xgl',
  'amf',
  'ttx',
  'plist',
  'mathml',
  'mei',
];

/** XML with or without a declaration: the root element says which kind. */
export function detectXml(text: string, isWhole: boolean): Finding | undefined {
  const prolog = readProlog(text);
  if (!prolog) return undefined;
  const context = prolog.heading + prolog.tag;
  const dialect = DIALECTS.find(({ root, evidence }) => root.test(prolog.root) && (evidence?.test(context) ?? true));
  const isCertain = prolog.hasDeclaration || /\sxmlns(:\w+)?\s*=/.test(prolog.tag) || /<!DOCTYPE/i.test(prolog.heading);
  if (dialect) {
    const { format } = dialect;
    if (format === 'html' && IS_RECOGNISED.test(text)) return found('hocr', 0.98, ['html']);
    const inner = innerDialect(format, text);
    if (inner) return found(inner, 0.95, ['xml', format]);
    const orNamed: readonly FormatId[] = DATA_DIALECTS.includes(format) ? ['xml'] : [];
    return found(format, isCertain || format === 'svg' || format === 'html' ? 0.98 : 0.85, orNamed);
  }
  const inner = innerDialect(prolog.root, text);
  if (inner) return found(inner, 0.95, ['xml']);
  if (prolog.hasDeclaration) return found('xml', 0.95, ['docbook', 'jats', 'bits', 'tei', 'gml', 'xmlss']);
  const closes =
    isWhole && new RegExp(`(</[\\w.:-]*${escape(prolog.root)}|/)\\s*>\\s*$`).test(text.slice(-512).trimEnd());
  return closes || isCertain ? found('xml', 0.85, ['html', 'docbook', 'jats', 'bits', 'md']) : undefined;
}

/** Dialects whose root could be anybody's: what is in it says more. */
const INNER: readonly { readonly root: string; readonly inside: RegExp; readonly format: FormatId }[] = [
  { root: 'resources', inside: /<(string|plurals|string-array)\s[^>]*\bname\s*=/, format: 'androidstrings' },
  { root: 'root', inside: /<resheader\s/, format: 'resx' },
  { root: 'plist', inside: /<key>NSStringLocalizedFormatKey<\/key>/, format: 'stringsdict' },
  {
    root: 'plist',
    inside: /<dict>\s*<key>URL<\/key>\s*<string>[^<]*<\/string>\s*<\/dict>\s*<\/plist>/,
    format: 'webloc',
  },
];

function innerDialect(root: string, text: string): FormatId | undefined {
  return INNER.find((each) => each.root === root && each.inside.test(text))?.format;
}

function readProlog(text: string): Prolog | undefined {
  let rest = text.trimStart();
  const hasDeclaration = /^<\?xml[\s?]/.test(rest);
  let heading = '';
  for (;;) {
    const piece = skipPiece(rest);
    if (piece === undefined) break;
    if (!piece.startsWith('<!--')) heading += piece;
    rest = rest.slice(piece.length).trimStart();
  }
  const tag = /^<([A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)(\s[^<>]*|\/)?(>|$)/.exec(rest);
  return tag ? { hasDeclaration, heading, root: tag[2]!, tag: tag[0] } : undefined;
}

/** A comment, processing instruction or document type at the beginning; an unclosed one hides the rest. */
function skipPiece(text: string): string | undefined {
  if (text.startsWith('<!--')) return through(text, '-->');
  if (text.startsWith('<?')) return through(text, '?>');
  if (!/^<!DOCTYPE/i.test(text)) return undefined;
  const bracket = text.indexOf('[');
  const end = text.indexOf('>');
  // An internal subset holds declarations of its own, each with its own end.
  return bracket >= 0 && bracket < end ? (/^[^\]]*\]\s*>/.exec(text)?.[0] ?? text) : through(text, '>');
}

function through(text: string, end: string): string {
  const at = text.indexOf(end);
  return at < 0 ? text : text.slice(0, at + end.length);
}

function escape(name: string): string {
  return name.replaceAll('.', '\\.');
}

/** HTML that tells where the words of a page were recognised. */
const IS_RECOGNISED = /\bname\s*=\s*["']ocr-system["']|\bclass\s*=\s*["']ocr_page["']/;
const TAGS =
  'a|abbr|address|article|aside|b|blockquote|body|br|button|center|code|div|dl|em|figure|font|footer|form|h[1-6]|head|header|hr|i|iframe|img|input|label|li|link|main|meta|nav|ol|p|pre|script|section|small|span|strong|style|sub|sup|table|tbody|td|th|title|tr|u|ul|video';
const OPENS_WITH_TAG = new RegExp(`^<(${TAGS})(\\s[^<>]*)?/?>`, 'i');
const ANY_TAG = new RegExp(`</?(${TAGS})(\\s[^<>]*)?/?>`, 'gi');

/** HTML as browsers take it: a document, or a fragment of one. */
export function detectHtml(text: string): Finding | undefined {
  const start = text.trimStart().replace(/^(<!--[\s\S]*?-->\s*)+/, '');
  if (IS_RECOGNISED.test(text) && /^<(\?xml|!doctype|html|head|body|div)\b/i.test(start))
    return found('hocr', 0.98, ['html']);
  if (/^(<\?xml[^>]*>\s*)?<!doctype\s+html/i.test(start) || /^<html[\s>]/i.test(start)) return found('html', 0.98);
  if (/^<(head|body)[\s>]/i.test(start) && /<\/(html|body|head)>/i.test(text)) return found('html', 0.95);
  if (!OPENS_WITH_TAG.test(start)) return undefined;
  const tags = (start.match(ANY_TAG) ?? []).length;
  return tags >= 2 ? found('html', 0.75, ['md', 'xml']) : undefined;
}
