import { escapeXml } from '../../../io/xml.ts';

const CHAPTER_LINE =
  /^(?:chapter|part|book|kapitel|teil|chapitre|capítulo|capitolo)\s+(?:[\divxlc]+|[a-z]+)\b.{0,60}$/i;

/** Plain text as a page: paragraphs are between blank lines, and chapters are called so. */
export function paragraphsAsHtml(text: string): string {
  const lines = text.replace(/\r\n?|[\f\v\u2028\u2029]/g, '\n');
  const paragraphs = lines.split(/\n[^\S\n]*\n+/).map((paragraph) => paragraph.trim());
  return paragraphs
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => {
      const html = paragraph
        .split('\n')
        .map((line) => escapeXml(line.trimEnd()))
        .join('<br/>\n');
      return CHAPTER_LINE.test(paragraph) ? `<h2>${html}</h2>` : `<p>${html}</p>`;
    })
    .join('\n');
}
