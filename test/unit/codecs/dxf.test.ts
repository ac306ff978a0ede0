import { describe, expect, it } from 'vitest';
import { colourInSpace, colourOnPaper } from '../../../engine/codecs/dxf/colours.ts';
import { bulgeSegments, circlePath, planeOf, splinePath, type Point } from '../../../engine/codecs/dxf/curves.ts';
import { readDocument } from '../../../engine/codecs/dxf/document.ts';
import { drawModel } from '../../../engine/codecs/dxf/drawing.ts';
import { svgOf } from '../../../engine/codecs/dxf/svg.ts';
import { readTags, type Tag } from '../../../engine/codecs/dxf/tags.ts';
import { linesOfText, plainText, wrapped } from '../../../engine/codecs/dxf/texts.ts';
import type { RunContext } from '../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';

const context = { limits: DEFAULT_LIMITS, signal: new AbortController().signal } as unknown as RunContext;

type Pairs = readonly (readonly [number, string | number])[];

function fileOf(entities: Pairs, blocks: Pairs = [], tables: Pairs = []): Uint8Array {
  const section = (name: string, content: Pairs): Pairs => [[0, 'SECTION'], [2, name], ...content, [0, 'ENDSEC']];
  const pairs = [
    ...section('TABLES', tables),
    ...section('BLOCKS', blocks),
    ...section('ENTITIES', entities),
    [0, 'EOF'],
  ];
  return new TextEncoder().encode(pairs.map((pair) => `${(pair as Tag).join('\n')}\n`).join(''));
}

const marksOf = (...file: Parameters<typeof fileOf>) =>
  drawModel(readDocument(fileOf(...file), context), context).marks;
const line = (x1: number, y1: number, x2: number, y2: number, ...more: Pairs): Pairs => [
  [0, 'LINE'],
  ...more,
  ...([[10, x1], [20, y1], [11, x2], [21, y2]] as const), // prettier-ignore
];
/** Where the lines of marks go through. */
const placesOf = (marks: ReturnType<typeof marksOf>) =>
  marks.flatMap((mark) =>
    'paths' in mark
      ? mark.paths.flatMap(({ start, segments }) => [start, ...segments.map((each) => each.at(-1)!)])
      : [],
  );
const close = (a: readonly Point[], b: readonly Point[]) => {
  expect(a.length).toBe(b.length);
  for (const [index, [x, y]] of a.entries()) {
    expect(x).toBeCloseTo(b[index]![0], 6);
    expect(y).toBeCloseTo(b[index]![1], 6);
  }
};

describe('tags', () => {
  it('of binary files are those of files of text', () => {
    const text = readTags(fileOf(line(1, 2.5, -3, 4)));
    const bytes: number[] = [...new TextEncoder().encode('AutoCAD Binary DXF\r\n\x1a\0')];
    for (const [group, value] of text) {
      bytes.push(group & 255, group >> 8);
      if (group === 0 || group === 2) bytes.push(...new TextEncoder().encode(`${value}\0`));
      else bytes.push(...new Uint8Array(new Float64Array([Number(value)]).buffer));
    }
    expect(readTags(new Uint8Array(bytes))).toEqual(text);
    expect(() => readTags(new Uint8Array(bytes.slice(0, -20)))).toThrow(/ends too early/);
  });

  it('that are none are refused', () => {
    expect(() => readTags(new TextEncoder().encode('0\nSECTION\nten\n1\n'))).toThrow(/line 3 is no number/);
  });
});

describe('curves', () => {
  it('of a circle lie on it', () => {
    const { segments } = circlePath([1, 2], 3);
    for (const segment of segments) {
      const [c1, c2, end] = segment as readonly [Point, Point, Point];
      expect(Math.hypot(end[0] - 1, end[1] - 2)).toBeCloseTo(3, 9);
      expect(Math.hypot(c1[0] - 1, c1[1] - 2)).toBeCloseTo(Math.hypot(c2[0] - 1, c2[1] - 2), 9);
    }
  });

  it('of a bulge of one are a half circle on the right of the way', () => {
    const [first, last] = bulgeSegments([0, 0], [2, 0], 1);
    close([first!.at(-1)!, last!.at(-1)!], [[1, -1], [2, 0]]); // prettier-ignore
  });

  it('of a B-spline without inner knots are its Bézier curve', () => {
    const controls: Point[] = [[0, 0], [1, 2], [3, 2], [4, 0]]; // prettier-ignore
    const path = splinePath({ degree: 3, knots: [0, 0, 0, 0, 1, 1, 1, 1], controls, weights: [], isClosed: false });
    close([path.start, ...path.segments.flat()], controls);
  });

  it('of an extrusion downwards are seen from behind', () => {
    expect(planeOf([0, 0, -1], 5).map((number) => number + 0)).toEqual(
      [-1, 0, 0, 1, 0, -5].map((n, i) => (i === 5 ? 0 : n)),
    );
  });
});

describe('a drawing', () => {
  it('repeats its blocks where they stand, turned and scaled about their base', () => {
    const block: Pairs = [[0, 'BLOCK'], [2, 'A'], [10, 1], [20, 0], ...line(1, 0, 2, 0), [0, 'ENDBLK']]; // prettier-ignore
    const insert: Pairs = [[0, 'INSERT'], [2, 'a'], [10, 10], [20, 10], [41, 2], [50, 90], [70, 2], [44, 5]]; // prettier-ignore
    close(placesOf(marksOf(insert, block)), [[10, 10], [10, 12], [10, 15], [10, 17]]); // prettier-ignore
  });

  it('has the colours and layers of its entities, blocks and layers', () => {
    const layers: Pairs = [[0, 'LAYER'], [2, 'Red'], [62, 1], [0, 'LAYER'], [2, 'Off'], [62, -3]]; // prettier-ignore
    const block: Pairs = [[0, 'BLOCK'], [2, 'A'], ...line(0, 0, 1, 1, [8, '0']), ...line(0, 0, 1, 1, [8, '0'], [62, 0]), [0, 'ENDBLK']]; // prettier-ignore
    const marks = marksOf(
      [...line(0, 0, 1, 1, [8, 'Red']), ...line(0, 0, 1, 1, [8, 'Red'], [62, 5]), ...line(0, 0, 1, 1, [8, 'off']), [0, 'INSERT'], [8, 'Red'], [62, 3], [2, 'A']], // prettier-ignore
      block,
      layers,
    );
    expect(marks.map(({ layer, pen }) => [layer, pen.colour])).toEqual([
      ['Red', '#ff0000'],
      ['Red', '#0000ff'],
      ['Red', '#ff0000'],
      ['Red', '#00a000'],
    ]);
  });

  it('is drawn with the north above', () => {
    const svg = svgOf(marksOf(line(0, 0, 1, 1)));
    expect(svg).toContain('d="M12 1188L1188 12"');
    expect(svg).toContain('inkscape:label="0"');
  });

  it('has the edges of faces that are to be seen', () => {
    const corners: Pairs = [[10, 0], [20, 0], [11, 2], [21, 0], [12, 2], [22, 2]]; // prettier-ignore
    const drawn = (more: Pairs) => placesOf(marksOf([[0, '3DFACE'], ...corners, ...more]));
    close(drawn([]), [[0, 0], [2, 0], [2, 2]]); // prettier-ignore
    close(drawn([[13, 0], [23, 2], [70, 5]]), [[2, 0], [2, 2], [0, 2], [0, 0]]); // prettier-ignore
    // The last edge of a triangle leads from its last corner, which is there twice, to the first.
    close(drawn([[13, 2], [23, 2], [70, 8]]), [[0, 0], [2, 0], [2, 0], [2, 2]]); // prettier-ignore
  });

  it('says what is not drawn', () => {
    const { dropped } = drawModel(
      readDocument(fileOf([...line(0, 0, 1, 1), [0, '3DSOLID'], [0, '3DSOLID']]), context),
      context,
    );
    expect(dropped).toEqual(new Map([['3DSOLID', 2]]));
  });
});

describe('texts', () => {
  it('are without their codes', () => {
    expect(plainText('%%c20 %%p0.1 90%%d %%uA%%u \\U+00B2')).toBe('⌀20 ±0.1 90° A ²');
    expect(linesOfText('{\\fArial|b1;Bold\\H2x; text}\\Pnext\\~line \\{x\\} \\S1/2; \\A1;end')).toEqual([
      'Bold text',
      'next line {x} 1/2 end',
    ]);
    expect(wrapped(['one two three', 'four'], 7)).toEqual(['one two', 'three', 'four']);
  });
});

describe('colours', () => {
  it.each([
    [1, '#ff0000'],
    [7, '#000000'],
    [10, '#ff0000'],
    [11, '#ff7f7f'],
    [30, '#ff7f00'],
    [52, '#a5a500'],
    [90, '#00ff00'],
    [170, '#0000ff'],
    [250, '#333333'],
  ])('of number %i are those of the table', (number, colour) => expect(colourOnPaper({ number })).toBe(colour));

  it('in space are those on a screen, and none for the foreground', () => {
    expect([{ number: 2 }, { number: 7 }, { number: 30 }, { rgb: 0xffffff }].map(colourInSpace)).toEqual([
      '#ffff00',
      undefined,
      '#ff7f00',
      '#ffffff',
    ]);
    expect(colourOnPaper({ rgb: 0xffffff })).toBe('#000000');
  });
});
