import { describe, expect, it } from 'vitest';
import { tagsOfPcm } from '../../../../../engine/content/timeline/pcm/tags.ts';
import { concatBytes, latin1Bytes, utf8Bytes, viewOf } from '../../../../../engine/io/bytes.ts';
import { memoryFile } from '../../../../../engine/io/memory-file.ts';

/** A Core Audio file of nothing but its tags. */
function coreAudio(...pairs: readonly string[]): Uint8Array {
  const texts = utf8Bytes(pairs.map((text) => `${text}\0`).join(''));
  const sizes = new Uint8Array(12);
  viewOf(sizes).setBigInt64(0, BigInt(4 + texts.byteLength));
  viewOf(sizes).setUint32(8, pairs.length / 2);
  return concatBytes([latin1Bytes('caff\0\u0001\0\0info'), sizes, texts]);
}

describe('tags of a Core Audio file', () => {
  it('are found by their names in any letters, unless they are empty', () => {
    const file = memoryFile(coreAudio('Artist', 'Jörg', 'title', 'Lamp', 'ALBUM', ''));
    expect(tagsOfPcm(file, 'caf')).toEqual({ artist: 'Jörg', title: 'Lamp' });
  });
});
