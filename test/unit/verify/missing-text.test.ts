import { expect, it } from 'vitest';
import { warningOfMissingText } from '../../../engine/verify/missing-text.ts';

const CHECK = { name: 'text', feature: 'text', ok: true, expected: 200, found: 198 } as const;

it('says how many words are missing and names some', () => {
  expect(warningOfMissingText([CHECK, { ...CHECK, missing: ['furnace', 'charcoal'] }])).toMatchObject({
    code: 'text_dropped',
    message: 'Of 200 words of the pages 198 are in the result. Among the missing are: furnace, charcoal.',
  });
  expect(warningOfMissingText([CHECK])).toBeUndefined();
});
