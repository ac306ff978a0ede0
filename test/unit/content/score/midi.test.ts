import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../../../corpus/cases.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import { factsOfScore } from '../../../../engine/content/score/inspect.ts';
import { readMidi, standardMidiOf } from '../../../../engine/content/score/midi/reader.ts';
import { heardSeconds } from '../../../../engine/content/score/model.ts';
import { midi } from '../../../support/midi.ts';

const sampleOf = (source: string): Uint8Array => readFileSync(sourcePath({ from: 'mid', source }));

function notesOf(bytes: Uint8Array) {
  const { events } = readMidi(bytes, DEFAULT_LIMITS);
  return events
    .filter(({ kind }) => kind === 'note')
    .map(({ seconds, channel, number, length }) => [seconds, channel, number, length]);
}

describe('the reader of MIDI files', () => {
  it('tells when notes are played, whatever the tempo is meanwhile', () => {
    expect(notesOf(sampleOf('duet-two-tempos.mid'))).toEqual([
      [0, 1, 69, 0.5],
      [0, 2, 45, 0.75],
      [0.5, 1, 72, 0.25],
      [0.75, 10, 38, 0.25],
    ]);
  });

  it('ends a note by a velocity of nothing, and the first of two of a key first', () => {
    expect(notesOf(midi(0, 0x90, 60, 9, 100, 60, 9, 50, 60, 0, 50, 0x80, 60, 1))).toEqual([
      [0, 1, 60, 0.75],
      [0.5, 1, 60, 0.5],
    ]);
  });

  it('holds keys that nobody releases to the end', () => {
    expect(notesOf(midi(0, 0x90, 60, 9, 100, 0xb0, 7, 90, 100, 0xff, 6, 1, 65))).toEqual([[0, 1, 60, 0.5]]);
  });

  it('counts channels on from port to port', () => {
    expect(notesOf(midi(0, 0xff, 0x21, 1, 2, 0, 0x93, 60, 9, 100, 60, 0))).toEqual([[0, 36, 60, 0.5]]);
  });

  it('finds the title of karaoke, in the code page of its texts', () => {
    expect(readMidi(sampleOf('song-syllables.kar'), DEFAULT_LIMITS).title).toBe('Frère Jacques');
    expect(readMidi(sampleOf('duet-two-tempos.mid'), DEFAULT_LIMITS)).toMatchObject({
      title: 'Duet at Two Speeds',
      copyright: 'Public domain',
    });
  });

  it('takes the music out of RIFF, and tells of instruments beside it', () => {
    const riff = sampleOf('duet-in-riff.rmi');
    expect(Buffer.from(standardMidiOf(riff).file).equals(sampleOf('duet-two-tempos.mid'))).toBe(true);
    const font = Buffer.from('RIFF\x04\0\0\0sfbk', 'latin1');
    expect(readMidi(Buffer.concat([riff, font]), DEFAULT_LIMITS).hasInstruments).toBe(true);
  });

  it('is heard until instruments have faded out, and not at all without notes', () => {
    expect(heardSeconds(readMidi(sampleOf('duet-two-tempos.mid'), DEFAULT_LIMITS))).toBe(4);
    expect(heardSeconds(readMidi(midi(0, 0xff, 6, 1, 65), DEFAULT_LIMITS))).toBe(0);
  });

  it('tells when something may sound, by keys and pedals, and which notes must', () => {
    const score = readMidi(
      midi(
        ...[0, 0x90, 60, 64, 100, 60, 0],
        // The pedal holds the second note on; the third is too quiet.
        ...[100, 0xb0, 64, 127, 0, 0x90, 62, 64, 100, 62, 0, 100, 0xb0, 64, 0],
        ...[0, 0xb0, 7, 0, 100, 0x90, 64, 64, 100, 64, 0],
      ),
      DEFAULT_LIMITS,
    );
    expect(factsOfScore(score)).toEqual({
      heardMs: Float64Array.of(0, 1000),
      soundingMs: Float64Array.of(0, 500, 1000, 2000, 2500, 3000),
    });
  });
});
