import { COLUMN_JOINT } from '../thresholds/paragraphs.ts';
import type { Paragraph } from './blocks.ts';
import { decisionBy, noIf, type OrderedRules, yesIf } from './ordered-rules.ts';
import { endsHyphenated, textOfParagraph } from './paragraph-text.ts';
import { isBoldRow, type Row } from './rows.ts';
import { isMonospaced } from './wrapping.ts';

const { SAME_SIZE, MAX_ROOM, MAX_INDENT } = COLUMN_JOINT;

const SENTENCE_END = /[.!?:\u2026\u3002][")\]\u201d\u2019]*$/;

/** The last paragraph of a column and the first one of the next. */
export interface ColumnJoint {
  readonly before: Paragraph;
  readonly after: Paragraph;
  /** The edges between which the lines of the upper one are. */
  readonly left: number;
  readonly right: number;
  readonly isHeading: (paragraph: Paragraph) => boolean;
}

const RULES: OrderedRules<ColumnJoint> = {
  item: ({ after }) => noIf(after.label !== undefined),
  heading: ({ before, after, isHeading }) => noIf(isHeading(after) || isHeading(before)),
  otherSize: ({ before, after }) => noIf(Math.abs(before.size - after.size) > SAME_SIZE * before.size),
  inPieces: (joint) => noIf(edgeRows(joint).some(({ segments }) => segments.length > 1)),
  otherType: (joint) => {
    const [last, first] = edgeRows(joint);
    return noIf(isBoldRow(last) !== isBoldRow(first) || isMonospaced(last) !== isMonospaced(first));
  },
  aligned: ({ before }) => noIf(before.align === 'center' || before.align === 'right'),
  afterShort: ({ before, left, right }) =>
    noIf(right - before.rows.at(-1)!.x1 >= MAX_ROOM * (right - left) + before.size),
  hyphen: ({ before }) => yesIf(endsHyphenated(textOfParagraph(before).trimEnd())),
  lowerCase: ({ after }) => yesIf(/^\p{Ll}/u.test(textOfParagraph(after).trimStart())),
  sentence: ({ before }) => noIf(SENTENCE_END.test(textOfParagraph(before).trimEnd())),
  indented: ({ after }) => noIf(after.firstIndent >= MAX_INDENT * after.size),
  ofSeveralLines: ({ before }) => before.rows.length > 1,
};

/** Whether the first paragraph of a column goes on with the last one of the column before. */
export const goesOnInColumn = decisionBy(RULES);

const edgeRows = ({ before, after }: ColumnJoint): readonly [Row, Row] => [before.rows.at(-1)!, after.rows[0]!];
