import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../corpus/cases.ts';
import { ConversionError, type FormatId } from '../../engine/index.ts';
import { midi, midiFile } from '../support/midi.ts';
import { assertProperty } from '../support/property.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const engine = sharedEngine();

async function outcome(bytes: Uint8Array, to: FormatId = 'wav', from: FormatId = 'mid'): Promise<string> {
  try {
    const { report, warnings } = await engine.convert(new Uint8Array(bytes), { from, to });
    return [report.verified, ...warnings.map(({ code }) => code)].join(' ');
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

describe('hostile scores', () => {
  it('cannot claim more than they hold', async () => {
    const note = [0, 0x90, 60, 64, 0x40, 60, 0];
    expect(await outcome(midiFile({ tracks: 60_000 }, note))).toBe('input_truncated');
    expect(await outcome(midiFile({ trackBytes: 0xffffffff }, note))).toBe('input_truncated');
    expect(await outcome(midi(0, 0xff, 1, 0xff, 0xff, 0xff, 0x7f))).toBe('input_truncated');
    expect(await outcome(midi(0, 0xf0, 0x7f, 1))).toBe('input_truncated');
    expect(await outcome(Buffer.from('RIFF\x10\0\0\0RMIDdata\xff\xff\xff\xff', 'latin1'))).toBe('input_truncated');
  });

  it('may say that they are in an encoding that nobody knows', async () => {
    const score = readFileSync(sourcePath({ from: 'mei', source: 'two-bars-chord-flats.mei' }), 'utf8');
    const unknown = Buffer.from(score.replace(/encoding="[^"]*"/i, 'encoding="music"'));
    expect(unknown.toString()).toContain('encoding="music"');
    expect(await outcome(unknown, 'mid', 'mei')).toMatch(/^(?:content|structure)/);
  });

  it('are named as damaged where their events are', async () => {
    expect(await outcome(midi(0, 60, 64))).toBe('input_corrupt');
    expect(await outcome(midi(0, 0x90, 0x90, 64))).toBe('input_corrupt');
    expect(await outcome(midi(0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0x90, 60, 64))).toBe('input_corrupt');
    expect(await outcome(midi(0, 0xf4, 60, 64))).toBe('input_corrupt');
    expect(await outcome(midiFile({ division: 0 }, [0, 0x90, 60, 64]))).toBe('input_corrupt');
    expect(await outcome(midi())).toBe('input_corrupt');
  });

  it('of kinds that are not played are refused by name', async () => {
    const note = [0, 0x90, 60, 64, 0x40, 60, 0];
    expect(await outcome(midiFile({ kind: 2 }, note))).toBe('unsupported_conversion');
    expect(await outcome(midiFile({ division: 0xe728 }, note))).toBe('unsupported_conversion');
    expect(await outcome(midi(0, 0xff, 6, 1, 65))).toBe('unsupported_conversion');
    expect(await outcome(midi(0, 0xff, 6, 1, 65), 'csv')).toBe('content');
  });

  it('of a week or of millions of events are refused before anything is played', async () => {
    const week = [0xff, 0xff, 0xff, 0x7f];
    expect(await outcome(midi(0, 0x90, 60, 64, ...week, 60, 0))).toBe('input_too_complex');
    // Notes to the limit of what is read, then two hours.
    expect(await outcome(midi(0, 0x90, 60, 64, 0xd7, 0xe0, 0, 60, 0))).toBe('input_too_complex');
    const events = new Uint8Array(3 * 1_000_001 + 1).fill(0);
    for (let at = 1; at < events.length; at += 3) events[at] = 60;
    events[1] = 0x90;
    expect(await outcome(midiFile({}, events), 'csv')).toBe('input_too_complex');
  });

  it('that bring instruments of their own are played with ours, and say so', async () => {
    const riff = readFileSync(sourcePath({ from: 'mid', source: 'duet-in-riff.rmi' }));
    const font = Buffer.from('RIFF\xff\xff\xff\x7fsfbkLIST', 'latin1');
    expect(await outcome(Buffer.concat([riff, font]))).toBe('content feature_dropped');
  });

  it('that are cut or damaged anywhere give a result or an error with a name', async () => {
    const source = readFileSync(sourcePath({ from: 'mid', source: 'song-syllables.kar' }));
    const damaged = fc.tuple(fc.nat(source.byteLength - 1), fc.nat(255), fc.boolean());
    await assertProperty(
      fc.asyncProperty(damaged, async ([at, byte, isCut]) => {
        const bytes = Uint8Array.from(isCut ? source.subarray(0, at + 1) : source);
        if (!isCut) bytes[at] = byte;
        expect(await outcome(bytes, 'csv')).toMatch(/^(content|input_\w+|unsupported_conversion|source_format_\w+)/);
      }),
    );
  });
});

const MODULES = ['mod', 's3m', 'xm', 'it'] as const;
const moduleOf = (from: (typeof MODULES)[number]): Buffer =>
  readFileSync(sourcePath({ from, source: `four-notes.${from}` }));

describe('hostile modules', () => {
  it('of two days are refused before they are played', async () => {
    const xm = moduleOf('xm');
    // 256 times a pattern of 256 rows, as slow as there is.
    for (const [at, value] of [
      [64, 256],
      [76, 31],
      [78, 32],
      [341, 256],
    ] as const)
      xm.writeUInt16LE(value, at);
    expect(await outcome(xm, 'wav', 'xm')).toBe('input_too_complex');
  });

  it('that are cut or damaged anywhere give a result or an error with a name', async () => {
    const damaged = fc.tuple(fc.constantFrom(...MODULES), fc.nat(), fc.nat(255), fc.boolean());
    await assertProperty(
      fc.asyncProperty(damaged, async ([format, place, byte, isCut]) => {
        const source = moduleOf(format);
        const at = place % source.byteLength;
        const bytes = Uint8Array.from(isCut ? source.subarray(0, at + 1) : source);
        if (!isCut) bytes[at] = byte;
        const found = await outcome(bytes, 'wav', format);
        expect(found).toMatch(/^(content|structure|input_\w+|source_format_\w+)/);
      }),
      { numRuns: 60 },
    );
  });
});
