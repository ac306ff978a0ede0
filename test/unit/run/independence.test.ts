import { describe, expect, it } from 'vitest';
import { Registry } from '../../../engine/codecs/registry.ts';
import { inOrderOfIndependence, sharesLibrary } from '../../../engine/run/independence.ts';
import { countJudges } from '../../support/count-judges.ts';

const registry = new Registry();
const codec = (id: string) => registry.codec(id);

describe('two codecs', () => {
  it.each([
    ['magick', 'magick', true],
    ['archive', 'seven-zip', true],
    ['archive', 'zip', true], // our own code of ZIP files
    ['mail', 'mail-reader', true],
    ['font', 'font-reader', true],
    ['dxf', 'mesh', true], // the writers of models
    ['magick', 'vips', false],
    ['pandoc', 'markup-text', false], // character references alone
    ['tex-math', 'output-reader', false],
  ])('%s and %s share a library: %s', (a, b, expected) => {
    expect(sharesLibrary(codec(a), codec(b))).toBe(expected);
  });
});

describe('a result', () => {
  it('is judged by a reader that shares nothing with its writer, if there is one, and last by its writer', () => {
    const readers = ['ffmpeg', 'magick', 'vips'].map(codec);
    expect(inOrderOfIndependence(readers, codec('ffmpeg')).map(({ id }) => id)).toEqual(['magick', 'vips', 'ffmpeg']);
    const archives = ['archive', 'seven-zip'].map(codec);
    expect(inOrderOfIndependence(archives, codec('archive')).map(({ id }) => id)).toEqual(['seven-zip', 'archive']);
  });

  it('of any planned pair has a judge, an independent one more often than not', () => {
    const { pairs, independent, self, unjudged } = countJudges();
    expect(unjudged).toBe(0);
    expect(independent / pairs).toBeGreaterThan(0.68);
    expect(self / pairs).toBeLessThan(0.2);
  });
});
