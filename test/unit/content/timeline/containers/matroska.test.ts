import { describe, expect, it } from 'vitest';
import { readMatroska } from '../../../../../engine/content/timeline/containers/matroska.ts';
import { memoryFile } from '../../../../../engine/io/memory-file.ts';

/** An element of EBML: its id in hexadecimal digits, and what it holds. */
function element(id: string, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE((1n << 56n) | BigInt(body.length));
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A block of a track that begins so many ticks after its cluster. */
function block(track: number, ticks: number, lasts?: number): Buffer {
  const head = Buffer.from([0x80 | track, ticks >> 8, ticks & 0xff, 0]);
  return element('a0', element('a1', head, Buffer.from('text')), ...(lasts ? [element('9b', number(lasts))] : []));
}

const track = (at: number, type: number, codec: string): Buffer =>
  element('ae', element('d7', number(at)), element('83', number(type).subarray(3)), element('86', Buffer.from(codec)));

function video(tracks: readonly Buffer[], ...clusters: readonly Buffer[]): Uint8Array {
  const info = element('1549a966', element('2ad7b1', number(1_000_000)));
  return element('18538067', info, element('1654ae6b', ...tracks), ...clusters);
}

describe('the last subtitle of a Matroska file', () => {
  const tracks = [track(1, 1, 'V_VP8'), track(3, 0x11, 'S_TEXT/UTF8')];

  it('ends where its block does, in whichever cluster it is', () => {
    const early = element('1f43b675', element('e7', number(1000)), block(1, 0), block(3, 500, 7000));
    const late = element('1f43b675', element('e7', number(2000)), block(3, 0, 300), block(1, 100, 90_000));
    const { subtitles, cuesEnd } = readMatroska(memoryFile(video(tracks, early, late)));
    expect(subtitles).toEqual([{ codec: 'subrip' }]);
    expect(cuesEnd!()).toBeCloseTo(8.5, 6);
  });

  it('is at the beginning where there is none, and nowhere without a track', () => {
    const cluster = element('1f43b675', element('e7', number(1000)), block(1, 0, 500));
    expect(readMatroska(memoryFile(video(tracks, cluster))).cuesEnd!()).toBe(0);
    expect(readMatroska(memoryFile(video(tracks.slice(0, 1), cluster))).cuesEnd).toBeUndefined();
  });
});
