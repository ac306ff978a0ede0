import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { removeMissingImages, type HtmlDocument } from '../../content/document/html/page.ts';
import type { Images } from '../../content/document/embedded-images.ts';

/** The plugin wraps tables that Markdown cannot hold in this element of an application of its own. */
const TABLE_WRAPPER = /<div class="joplin-table-wrapper">([\s\S]*?)<\/div>/g;
/** An image in a table that is kept as HTML, where references mean nothing. */
const KEPT_IMAGE = /<img\b[^>]*\bsrc="(picture-\d+)"/g;
/** What would begin a tag, a character reference or a formula when it is in text. */
const MARKUP_IN_TEXT = /<|&(?=#?\w+;)|\$(?![\d\s])|(?<=\$)\$/g;

/** Markdown (CommonMark with GFM tables); images are references whose data are at the end of the file. */
export function writeMarkdown({ header, body, footer }: HtmlDocument, { references }: Images): string {
  const service = createService();
  const sections = [header, body, footer]
    .filter((html) => html !== '')
    .map((html) => service.turndown(removeMissingImages(html)).replace(TABLE_WRAPPER, '$1').trim())
    .map((text) => text.replace(KEPT_IMAGE, (tag, name: string) => tag.replace(name, references.get(name) ?? name)))
    .filter((text) => text !== '');
  const definitions = Array.from(references, ([name, uri]) => `[${name}]: ${uri}`);
  return `${[...sections, definitions.join('\n')].filter((part) => part !== '').join('\n\n')}\n`;
}

function createService(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  service.use(gfm);
  service.addRule('pictureReference', {
    filter: 'img',
    replacement: (_content, node) => {
      const image = node as unknown as { getAttribute(name: string): string | null };
      const alternative = (image.getAttribute('alt') ?? '').replace(/\s+/g, ' ').replace(/[[\]\\]/g, '\\$&');
      return `![${alternative}][${image.getAttribute('src')}]`;
    },
  });
  addNoteRules(service);
  const escape = service.escape.bind(service);
  service.escape = (text) => escape(text).replace(MARKUP_IN_TEXT, '\\$&');
  return service;
}

/** What a rule sees of a node. */
interface HtmlNode {
  readonly nodeName: string;
  readonly firstElementChild: HtmlNode | null;
  getAttribute(name: string): string | null;
}

/** Anchors that mammoth gives to notes and to the places that refer to them. */
const NOTE = /^(foot|end)note-(\d+)$/;
const NOTE_REFERENCE = /^(foot|end)note-ref-(\d+)$/;
const BACK_LINK = /\s*\[↑\]\(#(?:foot|end)note-ref-\d+\)/;

/** Notes as GFM writes them: `[^1]` in the text and `[^1]: …` at the end. */
function addNoteRules(service: TurndownService): void {
  const labelOf = (node: HtmlNode | null, pattern: RegExp): string | undefined => {
    const match = pattern.exec(node?.getAttribute('id') ?? '');
    return match ? `${match[1] === 'end' ? 'e' : ''}${match[2]}` : undefined;
  };
  const referenceOf = (node: unknown): string | undefined =>
    labelOf((node as HtmlNode).firstElementChild, NOTE_REFERENCE);
  const noteOf = (node: unknown): string | undefined => labelOf(node as HtmlNode, NOTE);
  service.addRule('noteReference', {
    filter: (node) => node.nodeName === 'SUP' && referenceOf(node) !== undefined,
    replacement: (_content, node) => `[^${referenceOf(node)}]`,
  });
  service.addRule('note', {
    filter: (node) => node.nodeName === 'LI' && noteOf(node) !== undefined,
    replacement: (content, node) => {
      const text = content.replace(BACK_LINK, '').trim().replace(/\n/g, '\n    ');
      return `[^${noteOf(node)}]: ${text}\n`;
    },
  });
}
