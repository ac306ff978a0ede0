import { describe, expect, it } from 'vitest';
import { CODECS } from '../../../engine/codecs/index.ts';
import { FORMATS } from '../../../engine/formats/index.ts';
import { Graph } from '../../../engine/planner/graph.ts';
import { Planner } from '../../../engine/planner/planner.ts';
import { codecOf, edgeOf } from '../../support/declarations.ts';

describe('a graph', () => {
  it('knows what is read and written by some pair that exists', () => {
    const { readable, writable } = new Graph(
      [
        codecOf('a', [
          edgeOf(['png', 'heic'], ['png', 'ico'], ['look'], { except: { 'heic>png': 'absent', 'heic>ico': 'absent' } }),
        ]),
        codecOf('reader', []),
      ],
      FORMATS,
    );
    expect([...readable]).toEqual(['png']);
    expect([...writable]).toEqual(['ico']);
  });

  it.each([
    ['two codecs of one id', () => [codecOf('a', []), codecOf('a', [])], 'Two codecs have the same id.'],
    [
      'two edges of one name',
      () => [codecOf('a', [edgeOf('png', 'jpg', ['look']), edgeOf('png', 'jpg', ['look'])])],
      'The codec a has two edges named png-to-jpg.',
    ],
    [
      'an exception for a pair that it does not have',
      () => [codecOf('a', [edgeOf('png', 'jpg', ['look'], { except: { 'png>gif': 'absent' } })])],
      'The edge a/png-to-jpg excepts png>gif, which it does not have.',
    ],
    [
      'a format that the catalogue does not have',
      () => [codecOf('a', [edgeOf('png', 'pgn' as 'png', ['look'])])],
      'The catalogue has no format pgn.',
    ],
  ])('refuses %s', (_, codecs, message) => {
    expect(() => new Graph(codecs(), FORMATS)).toThrow(message);
  });

  it('gives a step its declaration back', () => {
    const edge = edgeOf('png', 'jpg', ['look']);
    const planner = new Planner(new Graph([codecOf('a', [edge])], FORMATS));
    expect(planner.edgeOf(planner.plan({ from: 'png', to: 'jpg' }).steps[0]!)).toBe(edge);
    expect(() => planner.edgeOf({ codec: 'a', edge: 'none' })).toThrow('There is no edge a/none.');
  });

  it('is built from the registry', () => {
    expect(() => new Graph(CODECS, FORMATS)).not.toThrow();
  });
});

describe('advertised pairs', () => {
  const planner = new Planner(
    new Graph(
      [
        codecOf('vips', [edgeOf(['png', 'jpg'], ['png', 'webp'], ['look', 'alpha', 'metadata'], { selfEdges: true })]),
        codecOf('odd', [edgeOf('png', 'mp3', ['metadata'], { derives: [{ from: 'look', to: 'audio' }] })]),
      ],
      FORMATS,
    ),
  );

  it('are those that run without consent, a format with itself included', () => {
    expect(planner.pairs()).toEqual([
      ['png', 'png'],
      ['png', 'webp'],
      ['jpg', 'png'],
      ['jpg', 'webp'],
    ]);
  });

  it('are given away as a copy', () => {
    planner.targets('png').pop();
    expect(planner.targets('png')).toEqual(['png', 'webp']);
  });
});
