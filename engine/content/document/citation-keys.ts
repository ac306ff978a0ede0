/** The key of a source as Markdown, Org and Typst cite it; a letter before the sign would make it an address. */
const KEY = /(?<![\p{L}\p{N}])@\{?[\p{L}\p{N}_](?:[\p{L}\p{N}_:.#$%&+?<>~/-]*[\p{L}\p{N}_])?\}?/gu;

/** A text without the keys of what it cites: where its sources are known, authors and years stand for them. */
export function withoutCitationKeys(text: string): string {
  return text.replace(KEY, ' ');
}
