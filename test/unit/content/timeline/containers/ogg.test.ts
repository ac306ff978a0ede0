import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readOgg } from '../../../../../engine/content/timeline/containers/ogg.ts';

const SOURCE = join(import.meta.dirname, '../../../../../corpus/sources/opus/sweep-opus-tags.opus');

it('leaves a stream whose headers are there twice to a reader that passes over them', () => {
  const whole = readFileSync(SOURCE);
  const audio = [1, 2].reduce((at) => whole.indexOf('OggS', at + 1), 0);
  const twice = Buffer.concat([whole.subarray(0, audio), whole]);
  expect(readOgg(fileOf(whole)).unreadable).toBeUndefined();
  expect(readOgg(fileOf(twice)).unreadable).toBe(true);
});

function fileOf(bytes: Buffer): Parameters<typeof readOgg>[0] {
  return {
    size: bytes.byteLength,
    read: (into, position) => bytes.copy(into, 0, position, position + into.byteLength),
  };
}
