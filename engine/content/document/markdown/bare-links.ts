import type { MarkdownIt } from 'markdown-it';

/** What follows `www.` in an address: a name with another dot, and a path that does not end in punctuation. */
const BEHIND_WWW = /^[\w-]+(?:\.[\w-]+)+(?:[/?#:][^\s<]*[^\s<?!.,:;*_~'")\]}])?/;

/** Addresses that are in the text as they are (GFM, 6.9): with a scheme, with `www.`, and those of mail. */
export function addBareLinks(parser: MarkdownIt): void {
  parser.linkify
    .set({ fuzzyLink: false, fuzzyEmail: true })
    .add('//', null)
    .add('www.', {
      validate: (text, position) => BEHIND_WWW.exec(text.slice(position, position + 2000))?.[0].length ?? 0,
      normalize: (match) => {
        match.url = `http://${match.url}`;
      },
    });
}
