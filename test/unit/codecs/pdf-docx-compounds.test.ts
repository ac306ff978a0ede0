import { describe, expect, it } from 'vitest';
import { isCompound, wordsOf } from '../../../engine/codecs/pdf-docx/layout/compounds.ts';
import { jointOf } from '../../../engine/codecs/pdf-docx/layout/paragraph-text.ts';

const words = wordsOf(
  [
    'A user-defined function is defined once, by the user who needs it; others are built-in.',
    'The system has a function of the user, and a furnace with its own doorway.',
    'Whatever the system does, a furnace is a furnace and the side of a door is an out-',
    'side door. The user may open the door on this side. The way to the door is long.',
  ].map((text) => ({ text })),
);

describe('hyphens at the ends of lines', () => {
  it.each([
    ['of a compound that the document has elsewhere', 'is user-', 'defined here', true],
    ['of a word that the document has elsewhere', 'through the door-', 'way of it', false],
    ['of a row of words', 'with dbconfig-generate-', 'include as', true],
    ['before a row of words', 'state-', 'of-the-art', true],
    ['of two words, one of which begins compounds', 'a user-', 'system with', true],
    ['of two words that begin and end no compounds', 'the furnace-', 'door was', false],
    ['of parts that are no words', 'some alche-', 'mists of', false],
  ])('%s', (_kind, before, after, expected) => {
    expect(isCompound(before, after, words)).toBe(expected);
    expect(jointOf(before, after, words)).toBe(expected ? 'nothing' : 'optional-hyphen');
  });

  it('are no words of the document with what is before them', () => {
    expect([...words.counts.keys()].filter((word) => /out|dbconfig/.test(word))).toEqual([]);
  });
});
