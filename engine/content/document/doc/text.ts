import type { Content, Place } from '../text-content.ts';
import { FieldTracker } from '../docx/fields.ts';

/** The parts of the text: the body, notes, headers, macros, comments, end notes, text boxes, those of headers. */
const PARTS: readonly (Place | undefined)[] = [
  'body',
  'aside',
  'margin',
  undefined,
  undefined,
  'aside',
  'aside',
  'aside',
];

/** Adds the parts of a document's text, whose lengths are one after the other in the file information block. */
export function addParts(
  text: string,
  view: DataView,
  lengthsAt: number,
  content: Content,
  bodyPlace: Place = 'body',
): void {
  let position = 0;
  for (const [index, place] of PARTS.entries()) {
    const length = Math.max(0, view.getInt32(lengthsAt + 4 * index, true));
    const part = text.slice(position, position + length);
    position += length;
    if (place) addPart(part, place === 'body' ? bodyPlace : place, content);
  }
}

/** Marks in the text: of fields, of images, of notes, and of what ends cells, lines, pages and columns. */
const MARK = /(?!\t|\n)\p{Cc}/gu;
const FIELD_BEGIN = '\u0013';
const FIELD_RESULT = '\u0014';
const FIELD_END = '\u0015';
const SHOWN: Readonly<Record<string, string>> = {
  '\u0007': '\n',
  '\u000b': '\n',
  '\u000c': '\n',
  '\u000d': '\n',
  '\u000e': '\n',
  '\u001e': '-',
};
const IMAGE = '\u0001';

function addPart(text: string, place: Place, content: Content): void {
  const fields = new FieldTracker();
  let start = 0;
  let inCode = 0;
  const states: boolean[] = [];
  const flush = (end: number): void => {
    const piece = text.slice(start, end);
    if (inCode > 0) fields.addCode(piece);
    else if (!fields.inPageNumber && piece !== '') content.append(piece, place);
  };
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    flush(index);
    start = index + 1;
    if (mark === FIELD_BEGIN) {
      fields.begin();
      states.push(true);
      inCode++;
    } else if (mark === FIELD_RESULT && states.at(-1)) {
      fields.separate();
      states[states.length - 1] = false;
      inCode--;
    } else if (mark === FIELD_END && states.length > 0) {
      const shown = states.at(-1) ? fields.shownByCode : '';
      if (states.pop()) inCode--;
      if (fields.end()) content.links++;
      if (inCode === 0 && shown !== '') content.append(shown, place);
    } else if (inCode === 0) {
      if (mark === IMAGE) content.figures++;
      const shown = SHOWN[mark];
      if (shown !== undefined) content.append(shown, place);
    }
  }
  flush(text.length);
}
