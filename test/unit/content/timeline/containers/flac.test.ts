import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFlac } from '../../../../../engine/content/timeline/containers/flac.ts';
import { memoryFile } from '../../../../../engine/io/memory-file.ts';
import { sharedEngine } from '../../../../support/shared-engine.ts';

const STEREO = join(import.meta.dirname, '../../../../../corpus/sources/wav/sweep-stereo-16bit-tags.wav');

/** A file of one metadata block and the beginning of a frame, with the bits of its sample rate. */
function flac(rate: number): Buffer {
  const block = Buffer.concat([Buffer.from([0x80, 0, 0, 34]), Buffer.alloc(34)]);
  return Buffer.concat([Buffer.from('fLaC'), block, Buffer.from([0xff, 0xf8, 0xc0 | rate, 0x18])]);
}

describe('frames of FLAC', () => {
  it('whose sample rate is in kilohertz are left to another reader', () => {
    expect(readFlac(memoryFile(flac(0b1100)))).toMatchObject({ isUnread: true });
    expect(readFlac(memoryFile(flac(0b1001)))).toEqual({ subtitles: [] });
    for (const length of [0, 3, 6, 44])
      expect(readFlac(memoryFile(flac(0b1100).subarray(0, length)))).toEqual({ subtitles: [] });
  });

  it('of 12 kHz are written and read', async () => {
    const { artifacts, report } = await sharedEngine().convert(STEREO, { to: 'flac', options: { sampleRate: 12_000 } });
    expect(report.verified).toBe('content');
    const [written] = artifacts;
    const read = await sharedEngine().convert((written as { bytes: Uint8Array }).bytes, { from: 'flac', to: 'wav' });
    expect(read.report.verified).toBe('content');
  });
});
