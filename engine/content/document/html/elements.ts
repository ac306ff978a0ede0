import type { TextStyle } from '../model.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements that begin and end a line of their own (HTML standard, 15.3); all others are within one. */
export const BLOCK_ELEMENTS = words(
  'address article aside athanor-box blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search section summary table tbody td tfoot th thead tr ul xmp',
);

/** Elements that show nothing of their content. */
export const SILENT_ELEMENTS = words('script style template head meta link noembed noframes datalist map guide param');

/** Elements whose content is for programs that cannot show what they stand for. */
export const FALLBACK_ELEMENTS = words('audio canvas embed iframe object rp video');

/** Their content keeps its white space. */
export const PREFORMATTED_ELEMENTS = words('pre listing xmp plaintext');

export const ELEMENT_STYLES: Readonly<Record<string, TextStyle>> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  dfn: { italic: true },
  var: { italic: true },
  u: { underline: true },
  ins: { underline: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
  sub: { script: 'sub' },
  sup: { script: 'super' },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
};

/** Attributes of an element by their names in lower case. */
export type Attributes = Readonly<Record<string, string>>;

export function classesOf(attributes: Attributes): readonly string[] {
  return attributes['class']?.split(/\s+/).filter((name) => name !== '') ?? [];
}

const NOTE_REFERENCE = words('footnote-ref footnoteref footnote-reference noteref');
const BACK_LINK = words('footnote-back footnote-backref footnoteback fn-backref reversefootnote');
const NOTE_SECTION_ROLES = ['doc-endnotes', 'endnotes', 'footnotes', 'rearnotes'];
const NOTE_ROLES = ['doc-footnote', 'doc-endnote', 'footnote', 'endnote', 'rearnote'];
const NOTE_SECTION = /^(?:footnotes|endnotes|footnotes-end-of-document)$/;

/** What an element is for notes: DPUB-ARIA 1.1, EPUB 3 structural semantics, and the classes of common writers. */
export function noteRoleOf(name: string, attributes: Attributes): 'mark' | 'back' | 'note' | 'notes' | undefined {
  const roles = new Set(`${attributes['role'] ?? ''} ${attributes['epub:type'] ?? ''}`.split(/\s+/));
  const classes = classesOf(attributes).map((each) => each.toLowerCase());
  if (name === 'a') {
    if (roles.has('doc-noteref') || roles.has('noteref') || classes.some((each) => NOTE_REFERENCE.has(each)))
      return 'mark';
    return roles.has('doc-backlink') || classes.some((each) => BACK_LINK.has(each)) ? 'back' : undefined;
  }
  if (NOTE_SECTION_ROLES.some((role) => roles.has(role))) return 'notes';
  if ((name === 'section' || name === 'div' || name === 'aside') && classes.some((each) => NOTE_SECTION.test(each)))
    return 'notes';
  const isNote = NOTE_ROLES.some((role) => roles.has(role));
  return isNote ? 'note' : undefined;
}
