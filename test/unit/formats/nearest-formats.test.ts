import { expect, it } from 'vitest';
import { FORMATS, nearestFormats, resolveFormat } from '../../../engine/formats/index.ts';

it.each([
  ['docxx', ['docx']],
  ['dcox', ['dcx', 'docx']],
  ['jpge', ['jpg']],
  ['jsn', ['json']],
  ['PNGG', ['png']],
  ['markdwon', ['md']],
  ['qqq', []],
  ['', []],
])('names the nearest formats for %s', (name, expected) => {
  expect(nearestFormats(name)).toEqual(expected);
});

it('every id is lower case and stands for itself, and so does the first extension unless it is another id', () => {
  for (const { id, extensions, aliases = [] } of FORMATS.values()) {
    expect(id).toBe(id.toLowerCase());
    expect(resolveFormat(id)).toBe(id);
    for (const name of [...extensions, ...aliases]) {
      expect(name, id).toMatch(/^[a-z\d][a-z\d.+]*$/);
      expect(resolveFormat(name), `${id} is called ${name}`).toBeDefined();
    }
  }
});
