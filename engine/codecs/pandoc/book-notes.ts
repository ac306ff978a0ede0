import { descendants, TEXT_NODE, type XmlNode } from '../../io/xml-tree.ts';

/** Elements that hold a note, each where it is among the notes of a book. */
const HOLDERS: ReadonlySet<string> = new Set(['aside', 'div', 'section']);
const REFERENCE_ROLE = 'doc-noteref';

/** The notes that a book's text refers to as such, by their identifiers: each is a piece of it that can be moved. */
export function notesOf(chapters: readonly XmlNode[]): Map<string, XmlNode> {
  const wanted = new Set<string>();
  for (const chapter of chapters) {
    for (const link of descendants(chapter, 'a')) {
      if (link.attributes.get('role') === REFERENCE_ROLE) wanted.add(link.attributes.get('href')?.slice(1) ?? '');
    }
  }
  const notes = new Map<string, XmlNode>();
  if (wanted.size > 0) for (const chapter of chapters) collect(chapter, wanted, notes, false);
  return notes;
}

function collect(node: XmlNode, wanted: ReadonlySet<string>, notes: Map<string, XmlNode>, amongNotes: boolean): void {
  for (const child of node.children) {
    const id = child.attributes.get('id') ?? '';
    const isHolder = HOLDERS.has(child.name) || (child.name === 'li' && isListOfNotes(node, wanted));
    // A note within a note stays there.
    if (wanted.has(id) && (child.name === 'aside' || (amongNotes && isHolder))) notes.set(id, child);
    else collect(child, wanted, notes, amongNotes || child.attributes.get('role') === 'doc-endnotes');
  }
}

/** Of a list all notes are moved or none: the others would be numbered again. */
function isListOfNotes({ children }: XmlNode, wanted: ReadonlySet<string>): boolean {
  return children.every(({ name, attributes }) => name !== 'li' || wanted.has(attributes.get('id') ?? ''));
}

/** The note that a link refers to. */
export function noteAt({ name, attributes }: XmlNode, notes: ReadonlyMap<string, XmlNode>): string | undefined {
  if (name !== 'a' || attributes.get('role') !== REFERENCE_ROLE) return undefined;
  const id = attributes.get('href')?.slice(1) ?? '';
  return notes.has(id) ? id : undefined;
}

/** A number, a letter or a sign by which a note is known: formats number their notes again. */
export function isMark(node: XmlNode): boolean {
  return /^[^\p{L}\p{N}]*(?:\d{1,4}|[ivxlc]{1,6}|\p{L})?[^\p{L}\p{N}]*$/iu.test(wordsIn(node));
}

/** The links that lead from notes to where they are referred to, by a sign or by the note's own number. */
export function waysBackIn(chapters: readonly XmlNode[], notes: ReadonlyMap<string, XmlNode>): Set<XmlNode> {
  const labels = new Map<string, string>();
  for (const chapter of chapters) {
    for (const link of descendants(chapter, 'a')) {
      const note = noteAt(link, notes);
      if (note !== undefined) labels.set(note, lettersIn(link));
    }
  }
  return new Set(
    [...notes].flatMap(([id, note]) =>
      [...descendants(note, 'a')].filter((link) => {
        const letters = lettersIn(link);
        const leadsWithin = link.attributes.get('href')?.startsWith('#') === true;
        return leadsWithin && (letters === '' || letters === labels.get(id));
      }),
    ),
  );
}

function lettersIn(node: XmlNode): string {
  return wordsIn(node).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Whether nothing is left of a part of a book but what stood over its notes. */
export function hasOnlyNotes(part: XmlNode, notes: ReadonlyMap<string, XmlNode>): boolean {
  const held = new Set(notes.values());
  const isEmpty = (node: XmlNode): boolean => {
    if (held.has(node) || /^h[1-6]$/.test(node.name)) return true;
    if (node.name === 'img' || node.name === 'math') return false;
    return node.name === TEXT_NODE ? node.text.trim() === '' : node.children.every(isEmpty);
  };
  const holdsNote = (node: XmlNode): boolean => held.has(node) || node.children.some(holdsNote);
  return holdsNote(part) && isEmpty(part);
}

export function wordsIn(node: XmlNode): string {
  return node.name === TEXT_NODE ? node.text : node.children.map(wordsIn).join('');
}
