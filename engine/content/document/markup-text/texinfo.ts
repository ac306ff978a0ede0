import { type MarkupContent } from './content.ts';
import { readLight } from './light.ts';

/** Parts for other programs, and lists of what follows. */
const HIDDEN = ['menu', 'macro', 'iftex', 'tex', 'ifnottex', 'ignore', 'copying'] as const;

/** Two at signs are one that begins no command; in its wide form, which comparisons take for the same, it begins none. */
const WIDE_AT_SIGN = '\uff20';

/** The text of a Texinfo file (GNU Texinfo 7). */
export function readTexinfo(source: string): MarkupContent {
  const shown = HIDDEN.reduce(
    (text, name) => {
      const parts = text.split(new RegExp(`^@${name}\\b`, 'm'));
      return [parts[0]!, ...parts.slice(1).map((part) => part.slice(endOf(part, `@end ${name}`)))].join('');
    },
    source.replace(/\r\n?/g, '\n').replaceAll('@@', WIDE_AT_SIGN),
  );
  return readLight(shown, {
    constructs: [
      { pattern: /@image\{[^{}\n]*\}/g, counts: 'figures' },
      { pattern: /@math\{(?:[^{}\n]|\{(?:[^{}\n]|\{[^{}\n]*\})*\})*\}/g, counts: 'formulas' },
      {
        pattern:
          /@(?:uref|url|email)\{(?:(?:[^{},\n]|@comma\{\}|@[{}])*,)?((?:[^{}\n]|@[a-zA-Z]+\{[^{}\n]*\}|@[{}])*)\}/g,
        counts: 'links',
        text: 1,
      },
      { pattern: /@(?:ref|pxref|xref)\{(?:[^{},\n]*,)*([^{},\n]*)\}/g, counts: 'links', text: 1 },
      { pattern: /@multitable.*$/g, counts: 'tables' },
      { pattern: /@(?:anchor|c|comment|cindex|end|float|itemize|enumerate|table|verbatim)\b.*$/g },
      { pattern: /@[a-zA-Z]+\b/g, text: '' },
      { pattern: /@(?=[@{}])/g, text: '' },
    ],
    silent: /^(?:\\input|@node|@top|@settitle|@setfilename|@documentencoding|@paragraphindent|@bye)/,
    heading: /^@(?:part|chapter|section|subsection|subsubsection|unnumbered\w*|appendix\w*|heading|subheading)\b/,
    metadata: /^@(?:title|author) /m,
  });
}

function endOf(text: string, mark: string): number {
  const at = text.indexOf(mark);
  return at < 0 ? text.length : at + mark.length;
}
