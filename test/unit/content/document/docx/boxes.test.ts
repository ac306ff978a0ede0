import { expect, it } from 'vitest';
import { Numbering, type NumberedList } from '../../../../../engine/content/document/docx/numbering.ts';

it.each([
  ['☐', false],
  ['☒', true],
  ['☑', true],
  ['□', undefined],
  ['•', undefined],
] as const)('a bullet %s is a box to tick that says %s', (text, isChecked) => {
  const list: NumberedList = {
    abstract: '1',
    levels: new Map([[0, { start: 1, format: 'bullet', text }]]),
    starts: new Map(),
  };
  const place = new Numbering(new Map([['7', list]])).next({ list: '7', level: 0 }, undefined);
  expect(place).toEqual({ level: 0, isOrdered: false, ...(isChecked !== undefined && { isChecked }) });
});
