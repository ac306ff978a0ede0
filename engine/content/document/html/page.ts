import { escapeXml, escapeXmlAttribute } from '../../../io/xml.ts';
import type { CoreProperties } from '../ooxml/package.ts';
import { NO_IMAGE } from '../embedded-images.ts';
import { withOutline, type Outline } from './contents.ts';

/** A document as HTML fragments. */
export interface HtmlDocument {
  /** Distinct headers of all sections. */
  readonly header: string;
  readonly body: string;
  readonly footer: string;
  readonly properties: CoreProperties;
}

/** Enough to read the page; `unicode-bidi: plaintext` lets every paragraph run in its own script's direction. */
const STYLE = `
body { font-family: system-ui, sans-serif; line-height: 1.5; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
p, li, td, th, h1, h2, h3, h4, h5, h6 { unicode-bidi: plaintext; text-align: start; }
table { border-collapse: collapse; }
td, th { border: 1px solid #bbb; padding: 0.2rem 0.5rem; vertical-align: top; }
td p, th p { margin: 0.2rem 0; }
img { max-width: 100%; height: auto; }
header, footer { color: #555; }
`.trim();

/** A whole HTML page in one file. Without a title of its own the document is called after its file. */
export function writeHtmlPage(
  { header, body, footer, properties }: HtmlDocument,
  fileStem: string,
  outline: Outline = {},
): string {
  const meta = [
    ['author', properties.creator],
    ['description', properties.subject ?? properties.description],
    ['keywords', properties.keywords],
  ].flatMap(([name, content]) => (content ? [`<meta name="${name}" content="${escapeXmlAttribute(content)}">`] : []));
  return [
    '<!doctype html>',
    '<html>',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeXml(properties.title ?? fileStem)}</title>`,
    ...meta,
    `<style>\n${STYLE}\n</style>`,
    '</head>',
    '<body>',
    ...wrap('header', header),
    `<main>\n${withOutline(removeMissingImages(body), outline)}\n</main>`,
    ...wrap('footer', footer),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function wrap(element: string, content: string): string[] {
  return content === '' ? [] : [`<${element}>\n${removeMissingImages(content)}\n</${element}>`];
}

/** An image that was left out is replaced by its description. */
export function removeMissingImages(html: string): string {
  return html.replace(/<img\b[^>]*>/g, (tag) => {
    if (!tag.includes(`src="${NO_IMAGE}"`)) return tag;
    const alternative = /\balt="([^"]*)"/.exec(tag)?.[1] ?? '';
    return alternative === '' ? '' : `<em>[${alternative}]</em>`;
  });
}
