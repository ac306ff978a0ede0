import { decodeDeclaredReferences } from '../../../io/declared-references.ts';
import { startCounting, withoutMarks, type Counts, type MarkupContent } from './content.ts';
import { behind, tagEndFinder } from './tags.ts';

/** What the elements of an XML vocabulary mean, by their local names in lower case. */
export interface Vocabulary {
  readonly inline: ReadonlySet<string>;
  /** Elements whose content is no text of the document. */
  readonly hidden: ReadonlySet<string>;
  readonly formulas: ReadonlySet<string>;
  readonly headings: ReadonlySet<string>;
  readonly figures: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
  readonly metadata: ReadonlySet<string>;
  readonly notes: ReadonlySet<string>;
  /** Only what is in these elements is text; all is when absent. */
  readonly shown?: ReadonlySet<string>;
  /** Attributes that hold text. */
  readonly attributes?: readonly string[];
}

const NAME = /^[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/;
const NAME_CHARS = 80;

/** The text of an XML document with block elements on lines of their own. Tags that do not match do no harm. */
export function readTagged(source: string, vocabulary: Vocabulary): MarkupContent {
  const counts = startCounting();
  const pieces: string[] = [];
  const endOfTag = tagEndFinder(source);
  let shown = vocabulary.shown === undefined ? 1 : 0;
  let noteDepth = 0;
  const add = (raw: string): void => {
    if (shown > 0 && raw !== '') (noteDepth > 0 ? counts.notes : pieces).push(raw.replace(/\s+/g, ' '));
  };
  let position = 0;
  while (position < source.length) {
    const start = source.indexOf('<', position);
    if (start < 0) break;
    add(decodeDeclaredReferences(source.slice(position, start)));
    if (source.startsWith('<![CDATA[', start)) {
      const end = behind(source, ']]>', start);
      add(source.slice(start + 9, Math.max(start + 9, end - 3)));
      position = end;
      continue;
    }
    const isEnd = source[start + 1] === '/';
    const name = NAME.exec(source.slice(start + (isEnd ? 2 : 1), start + NAME_CHARS))?.[0];
    if (name === undefined) {
      position = source.startsWith('<!--', start) ? behind(source, '-->', start) : behind(source, '>', start);
      continue;
    }
    position = endOfTag(start + name.length);
    const element = name.slice(name.indexOf(':') + 1).toLowerCase();
    const isEmpty = source[position - 2] === '/';
    if (!vocabulary.inline.has(element)) pieces.push('\n');
    if (vocabulary.shown?.has(element) && !isEmpty) shown += isEnd ? -1 : 1;
    if (noteDepth > 0 && isEnd && (vocabulary.notes.has(element) || element === 'body')) noteDepth--;
    if (isEnd) continue;
    const tag = source.slice(start, position);
    count(counts, element, tag, vocabulary);
    if (!isEmpty && (vocabulary.notes.has(element) || (element === 'body' && /\sname=/.test(tag)))) noteDepth++;
    for (const attribute of vocabulary.attributes ?? []) pieces.push(attributeOf(tag, attribute), '\n');
    const isHidden = vocabulary.hidden.has(element) || vocabulary.formulas.has(element);
    if (isHidden && !isEmpty) position = behind(source, '>', behind(source, `</${name}`, position));
  }
  const text = withoutMarks(pieces.join(''))
    .replace(/[ \n]*\n[ \n]*/g, '\n')
    .trim();
  return { ...counts, text };
}

function count(counts: Counts, element: string, tag: string, vocabulary: Vocabulary): void {
  if (vocabulary.formulas.has(element)) counts.formulas++;
  if (vocabulary.headings.has(element)) counts.headings++;
  if (vocabulary.figures.has(element)) counts.figures++;
  if (vocabulary.links.has(element)) counts.links++;
  if (vocabulary.tables.has(element)) counts.tables++;
  if (vocabulary.metadata.has(element)) counts.hasMetadata = true;
  if (/ AppliedParagraphStyle="ParagraphStyle\/Header\d"/.test(tag)) counts.headings++;
}

function attributeOf(tag: string, name: string): string {
  const value = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return value ? decodeDeclaredReferences(value[1] ?? value[2] ?? '') : '';
}
