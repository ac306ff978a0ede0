import { tests as examples } from 'commonmark-spec';
import { decodeHTML } from 'entities/decode';
import { describe, expect, it } from 'vitest';
import { htmlOfMarkdown } from '../../../../../engine/content/document/markdown/html.ts';

/** Examples of text with addresses in it, which are links in GFM and for us. */
const BARE_LINKS: ReadonlySet<number> = new Set([602, 608, 611, 612]);
const TAG = /<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s"'>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const BLOCKS =
  'address|article|aside|blockquote|body|div|dl|dd|dt|fieldset|footer|form|h[1-6]|head|header|hr|html|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul';
const AROUND_BLOCKS = new RegExp(`\\s*(</?(?:${BLOCKS})(?=[\\s>])[^>]*>)\\s*`, 'gi');

/** As the specification's own normaliser has it: attributes in order, references resolved, white space without meaning. */
function normalise(html: string): string {
  const tags = html.replace(TAG, (_, slash: string, name: string, attributes: string) => {
    const list = Array.from(attributes.matchAll(ATTRIBUTE), ([, key, double, single, bare]) => {
      const value = double ?? single ?? bare;
      return value === undefined ? key : `${key}="${escaped(decodeHTML(value))}"`;
    });
    return `<${slash}${name.toLowerCase()}${list
      .sort()
      .map((each) => ` ${each}`)
      .join('')}>`;
  });
  return tags
    .split(/(<pre[\s\S]*?<\/pre>)/)
    .map((part) => (part.startsWith('<pre') ? part : part.replace(/\s+/g, ' ').replace(AROUND_BLOCKS, '$1')))
    .join('')
    .replace(/&(?:quot|#39);/g, (reference) => decodeHTML(reference))
    .replace(/\s*(<\/?pre)|(<\/pre>)\s*/g, '$1$2')
    .trim();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The body of what we write; our headings have identifiers. */
function written(markdown: string): string {
  const body = /<body>([\s\S]*)<\/body>/.exec(htmlOfMarkdown(markdown))![1]!;
  return body.replace(/<(h[1-6]) id="[^"]*">/g, '<$1>');
}

describe('the examples of CommonMark', () => {
  it('are all there', () => expect(examples).toHaveLength(652));

  it.each(examples.map(({ number, section, markdown, html }) => [number, section, markdown, html] as const))(
    '%i: %s',
    (number, _, markdown, html) => {
      const [source, expected] = [markdown, html].map((text) => text.replaceAll('→', '\t'));
      const found = normalise(written(source!));
      expect(BARE_LINKS.has(number) ? found.replace(/<a href="[^"]*">(.*?)<\/a>/, '$1') : found).toBe(
        normalise(expected!),
      );
    },
  );
});
