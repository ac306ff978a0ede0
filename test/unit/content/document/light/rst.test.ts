import { describe, expect, it } from 'vitest';
import { readRst } from '../../../../../engine/content/document/rst/reader.ts';
import { outlineOf } from './outline.ts';

const outline = (source: string): readonly string[] => outlineOf(readRst(source));

describe('reStructuredText', () => {
  it('has the levels of its titles from the order of their lines, and a title of its own', () => {
    expect(outline('=====\nBook\n=====\n\n:Author: Ada\n\nOne\n===\n\nTwo\n---\n\nThree\n=====\n')).toEqual([
      'box Book',
      'box Ada',
      'h1 One',
      'h2 Two',
      'h1 Three',
    ]);
  });

  it('has lists within each other, with their numbers', () => {
    expect(outline('3. three\n4. four\n\n   - a\n   - b\n\n     c\n\nAfter\n')).toEqual([
      'p 3. three',
      'p 4. four',
      'p - a',
      'p - b',
      'p c',
      'p After',
    ]);
  });

  it('takes no initials for items', () => {
    expect(outline('B. Williams\n')).toEqual(['p B. Williams']);
  });

  it('reads tables that are drawn, and those with lines over their columns', () => {
    const cells = ['1,1 A', '1,2 B', '2,1 1', '2,2 2 3'];
    expect(outline('+---+-----+\n| A | B   |\n+===+=====+\n| 1 | 2 3 |\n+---+-----+\n')).toEqual(cells);
    expect(outline('=== =====\nA   B\n=== =====\n1   2 3\n=== =====\n')).toEqual(cells);
    expect(outline('.. list-table::\n   :header-rows: 1\n\n   * - A\n     - B\n   * - 1\n     - 2 3\n')).toEqual(cells);
    expect(outline('.. csv-table::\n   :header: A, B\n\n   1, "2 3"\n')).toEqual(cells);
  });

  it('aligns the columns of tables by the width of their characters', () => {
    const cells = ['1,1 日本', '1,2 8:30', '2,1 é🙂', '2,2 x'];
    const accented = 'e\u0301';
    const shown = cells.map((cell) => cell.replace('é', accented));
    expect(
      outline(`+------+------+\n| 日本 | 8:30 |\n+------+------+\n| ${accented}🙂  | x    |\n+------+------+\n`),
    ).toEqual(shown);
    expect(outline(`==== ====\n日本 8:30\n${accented}🙂  x\n==== ====\n`)).toEqual(shown);
  });

  it('follows names to the addresses that they stand for', () => {
    expect(
      outline(
        'See here_, `this one`_, `that <https://c.org>`_ and __.\n\n.. _here: https://a.org\n.. _this one: here_\n',
      )[0],
    ).toBe('p See here<https://a.org>, this one<https://a.org>, that<https://c.org> and __.');
    expect(outline('An `anonymous`__ one.\n\n__ https://d.org\n')).toEqual(['p An anonymous<https://d.org> one.']);
  });

  it('has notes beside the text', () => {
    expect(outline('Text [1]_ and [#a]_.\n\n.. [1] One\n   more.\n.. [#a] Two.\n')).toEqual([
      'p Text {1} and {#a}.',
      'note 1 One more.',
      'note #a Two.',
    ]);
  });

  it('has images with what they show', () => {
    expect(outline('.. figure:: a.png\n   :alt: An A\n   :width: 20\n\n   Caption\n')).toEqual([
      'image a.png An A',
      'p Caption',
    ]);
    expect(outline('A |x| here\n\n.. |x| image:: a.png\n   :alt: An A\n')).toEqual(['p A  here', 'image a.png An A']);
  });

  it('shows literal text as it is', () => {
    expect(outline('So::\n\n   *no* `marks`_\n\n     here\n\nAfter ``a*b*`` \\*c\\*')).toEqual([
      'p So:',
      'code *no* `marks`_\n\n  here',
      'p After a*b* *c*',
    ]);
  });

  it('reads formulas apart', () => {
    expect(outline('A :math:`x^2` here.\n\n.. math:: y\n')).toEqual([
      'p A {f} here.',
      'formula x 2',
      'p {f}',
      'formula y',
    ]);
  });
});
