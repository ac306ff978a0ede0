import { BOTTOM_CENTRE, withoutStyle } from '../model.ts';
import { numpadOf } from '../overrides.ts';
import { writeClock, type ClockStyle } from '../times.ts';
import type { WriteCues } from '../write.ts';
import { withSpeaker } from '../plain/plain.ts';
import { writeTaggedLines, type TagDialect } from '../tags.ts';

const CLOCK: ClockStyle = { hours: 2, separator: ',', digits: 3 };
const DIALECT: TagDialect = {
  tags: { bold: 'b', italic: 'i', underline: 'u', strike: 's' },
  colour: (colour) => `font color="${colour}"`,
  escape: (text) => text,
};

export const writeSubRip: WriteCues = (sheet, notes) =>
  sheet.cues
    .map((styled, index) => {
      const cue = withSpeaker(withoutStyle(sheet, styled), notes);
      const digit = numpadOf(cue.place ?? BOTTOM_CENTRE);
      if (cue.place?.at) notes.drop('position');
      // Players know this one code of SubStation, and only at the beginning.
      const place = digit === numpadOf(BOTTOM_CENTRE) ? '' : `{\\an${digit}}`;
      const times = `${writeClock(cue.startMs, CLOCK)} --> ${writeClock(cue.endMs, CLOCK)}`;
      return `${index + 1}\n${times}\n${place}${writeTaggedLines(cue.lines, DIALECT)}\n`;
    })
    .join('\n');
