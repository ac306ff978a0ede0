import { tests as examples } from 'commonmark-spec';
import { describe, expect, it } from 'vitest';
import { normalisedHtml } from '../../../../support/normalised-html.ts';
import { htmlOfMarkdown } from '../../../../../engine/content/document/markdown/html.ts';

/** Examples of text with addresses in it, which are links in GFM and for us. */
const BARE_LINKS: ReadonlySet<number> = new Set([602, 608, 611, 612]);
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
      const found = normalisedHtml(written(source!));
      expect(BARE_LINKS.has(number) ? found.replace(/<a href="[^"]*">(.*?)<\/a>/, '$1') : found).toBe(
        normalisedHtml(expected!),
      );
    },
  );
});
