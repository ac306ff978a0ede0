import { DEFAULT_LIMITS } from '../../../contract/limits.ts';
import { scanXml } from '../../../io/xml.ts';
import { readMarkdownDocument } from '../markdown/document.ts';
import { dateOfOutline } from '../markup/outline-date.ts';
import { addCounts, contentOfDocument, startCounting, type MarkupContent } from './content.ts';

/** What a program notes about the file. */
const HIDDEN = new Set(['dateCreated', 'dateModified', 'ownerEmail']);

/** The text of an outline in OPML: its head, and of each item the line and the note, which are Markdown. */
export function readOutline(source: string): MarkupContent {
  const counts = startCounting();
  const texts: string[] = [];
  const open: string[] = [];
  let items = 0;
  const readMarkup = (markdown: string | undefined): void => {
    if (markdown === undefined) return;
    const content = contentOfDocument(readMarkdownDocument(markdown));
    addCounts(counts, content);
    texts.push(content.text);
  };
  scanXml(
    source,
    {
      open(name, attributes) {
        open.push(name);
        if (name === 'title') counts.hasMetadata = true;
        if (name !== 'outline') return;
        items++;
        readMarkup(attributes.get('text'));
        readMarkup(attributes.get('_note'));
      },
      close: () => void open.pop(),
      text(value) {
        if (!HIDDEN.has(open.at(-1)!)) texts.push(value.trim());
      },
    },
    DEFAULT_LIMITS.nesting,
    { doctype: 'skip' },
  );
  const date = dateOfOutline(source);
  if (date !== undefined) counts.notes.push(date);
  const text = texts.filter((each) => each !== '').join('\n');
  return { ...counts, text, headings: items };
}
