import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import codec from '../../../engine/codecs/verovio/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { drawnNotes, requireDrawn, requirePlayed, requireWritten } from '../../../engine/content/notation/check.ts';
import { countMei } from '../../../engine/content/notation/mei.ts';
import { readMusic } from '../../../engine/content/notation/read.ts';
import { readMidi } from '../../../engine/content/score/midi/reader.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

const sampleOf = (from: FormatId, source: string): Uint8Array => readFileSync(sourcePath({ from, source }));
const SONG = sampleOf('musicxml', 'two-staves-lyrics-tie.musicxml');
const PACKED = sampleOf('mxl', 'two-staves-lyrics-tie.mxl');
const BARS = sampleOf('mei', 'two-bars-chord-flats.mei');
const TUNES = sampleOf('abc', 'repeats-chords-two-tunes.abc');
const SPINES = sampleOf('krn', 'split-spine-lyrics-flats.krn');
const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes!).toString();

describe('scores', () => {
  it('counts what is written in MusicXML, packed or not, and in MEI', () => {
    const song = readMusic(SONG, 'musicxml', DEFAULT_LIMITS).music;
    expect(song).toEqual({
      staves: 2,
      measures: 3,
      notes: 12,
      sounded: 11,
      lyrics: ['Mor', 'ning', 'light', 'falls', 'höher', 'here'],
      title: 'Morning light',
    });
    expect(readMusic(PACKED, 'mxl', DEFAULT_LIMITS).music).toEqual(song);
    const bars = { staves: 1, measures: 2, notes: 7, sounded: 7, lyrics: ['fine'], title: 'Two bars' };
    expect(readMusic(BARS, 'mei', DEFAULT_LIMITS).music).toEqual(bars);
  });

  it('draws every note on a page of A4, with texts that need no font for music', async () => {
    const [file] = await bench.convert(SONG, 'musicxml', 'svg', 'engrave');
    const svg = textOf(file);
    expect(drawnNotes(svg)).toBe(12);
    expect(svg).toContain('width="210mm" height="297mm"');
    expect(svg).toContain('♩');
    expect(svg).not.toMatch(/[\uE000-\uF8FF]|Leipzig/);
    expect(svg).not.toMatch(/href="(?!#)/);
  });

  it('plays a tied note once, at the tempo that is written', async () => {
    const [file] = await bench.convert(PACKED, 'mxl', 'mid', 'events');
    const notes = readMidi(file!, DEFAULT_LIMITS).events.filter(({ kind }) => kind === 'note');
    expect(notes).toHaveLength(11);
    const tied = notes.find(({ number }) => number === 74)!;
    expect(tied.seconds).toBeCloseTo((2 * 60) / 96, 2);
    // The library ends a note a tick early.
    expect(tied.length).toBeCloseTo((3 * 60) / 96, 1);
  });

  it('writes MusicXML as MEI with its notes and lyrics, the same each time', async () => {
    const [file] = await bench.convert(SONG, 'musicxml', 'mei', 'encode');
    const [again] = await bench.convert(SONG, 'musicxml', 'mei', 'encode');
    expect(textOf(again)).toBe(textOf(file));
    expect(countMei(textOf(file), DEFAULT_LIMITS)).toMatchObject({ staves: 2, measures: 3, notes: 12, sounded: 11 });
  });

  it('says what is sung and when it is heard', async () => {
    const { document, media, score } = await bench.inspect(SONG, 'musicxml', 'quick');
    expect(document!.text).toBe('Mor\nning\nlight\nfalls\nhöher\nhere');
    expect(media!.durationMs).toBeCloseTo((12 * 60_000) / 96 + 3000, -2);
    expect(score!.heardMs).toHaveLength(8);
  });

  it('draws each tune of a file in ABC on a page of its own, and plays them in turn', async () => {
    const { music } = readMusic(TUNES, 'abc', DEFAULT_LIMITS);
    expect(music).toMatchObject({ staves: 2, measures: 6, notes: 29, title: 'The turning lathe' });
    expect(music.lyrics).toEqual(['One', 'two', 'three four', 'five', 'six']);
    const pages = await bench.convert(TUNES, 'abc', 'svg', 'engrave');
    expect(pages.map((page) => drawnNotes(textOf(page)))).toEqual([16, 13]);
    expect(textOf(pages[1])).toContain('Two vöices');
    const [file] = await bench.convert(TUNES, 'abc', 'mid', 'events');
    const keys = readMidi(file!, DEFAULT_LIMITS)
      .events.filter(({ kind }) => kind === 'note')
      .map(({ number }) => number);
    // B flat by the key, then C sharp and C natural by their accidentals, in the second tune.
    expect(keys.join(' ')).toMatch(/\b70\b.*\b73\b.*\b72\b/);
  });

  it('writes a tune in ABC as MusicXML, and refuses several', async () => {
    const [file] = await bench.convert(sampleOf('abc', 'endings-triplet-lyrics.abc'), 'abc', 'musicxml', 'score');
    expect(readMusic(file!, 'musicxml', DEFAULT_LIMITS).music).toMatchObject({ notes: 16, title: 'The turning lathe' });
    // Notes without a type that programs know have no stems.
    const types = [...textOf(file).matchAll(/<type>(\w+)<\/type>/g)].map(([, type]) => type);
    expect(types.slice(0, 5).join(' ')).toBe('quarter eighth eighth 16th eighth');
    const several = bench.convert(TUNES, 'abc', 'musicxml', 'score');
    await expect(several).rejects.toMatchObject({ code: 'input_too_complex' });
  });

  it('plays Humdrum with its key signature, and draws what it does', async () => {
    const [file] = await bench.convert(SPINES, 'krn', 'mid', 'events');
    const notes = readMidi(file!, DEFAULT_LIMITS).events.filter(({ kind }) => kind === 'note');
    // B flat and E flat stand in the signature alone.
    expect(notes.map(({ number }) => number).sort()).toEqual([
      43, 46, 50, 51, 55, 64, 66, 67, 69, 70, 74, 74, 75, 78, 79,
    ]);
    const [page] = await bench.convert(SPINES, 'krn', 'svg', 'engrave');
    expect(drawnNotes(textOf(page))).toBe(16);
  });

  it('refuses results that lack a note, a staff or a syllable', () => {
    const { music } = readMusic(SONG, 'musicxml', DEFAULT_LIMITS);
    const refused = expect.objectContaining({ code: 'output_not_verified' });
    expect(() => requireDrawn(music, 12)).not.toThrow();
    expect(() => requireDrawn(music, 11)).toThrow(refused);
    expect(() => requirePlayed(music, Array(10).fill(60))).toThrow(refused);
    const pitched = { ...music, sounded: 2, pitches: new Map([[60, 2]]) };
    expect(() => requirePlayed(pitched, [60, 60, 62])).not.toThrow();
    expect(() => requirePlayed(pitched, [60, 62, 62])).toThrow(refused);
    expect(() => requireWritten(music, music)).not.toThrow();
    expect(() => requireWritten(music, { ...music, notes: 11 })).toThrow(refused);
    expect(() => requireWritten(music, { ...music, staves: 1 })).toThrow(refused);
    expect(() => requireWritten(music, { ...music, lyrics: music.lyrics.slice(1) })).toThrow(refused);
  });
});
