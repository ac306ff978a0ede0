import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../../../corpus/cases.ts';
import { difference } from '../../../../engine/contract/differences.ts';
import type { Facts, Thumbnail } from '../../../../engine/contract/facts.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';
import { diffModelPicture } from '../../../../engine/content/mesh/diff-picture.ts';
import { seenParts, turningRoom } from '../../../../engine/content/mesh/picture/camera.ts';
import { readGltf } from '../../../../engine/content/mesh/gltf/reader.ts';
import { boxOf } from '../../../../engine/content/mesh/model.ts';
import { sharedEngine } from '../../../support/shared-engine.ts';

const engine = sharedEngine();
const source = sourcePath({ from: 'glb', source: 'signpost-texture-mirror-wire-turn.glb' });
const read = (): Uint8Array => new Uint8Array(readFileSync(source));

const thumbnail = (seed: number): Thumbnail =>
  ({ frame: seed, width: 2, height: 1, rgb: Uint8Array.of(seed, 10, 20, 200, seed, 90) }) as unknown as Thumbnail;
function kindsOf(frames: number, thumbnails: readonly Thumbnail[]): string[] {
  const output = { raster: { width: 2, height: 1, frames, thumbnails } } as unknown as Facts;
  const found = diffModelPicture({ mesh: {} } as unknown as Facts, [output], {
    options: { turntable: 0.5 },
  } as unknown as Expectation);
  return [...found].map((one) => ('kind' in one ? one.kind : difference('result_blank', {}, {}).kind));
}

describe('a model that turns around', () => {
  it('is as large in every frame, and within the image', () => {
    const scene = readGltf(read());
    const room = turningRoom(scene, 'y');
    for (let degrees = 0; degrees < 360; degrees += 45) {
      const [left, low, , right, high] = boxOf(
        seenParts(scene, { width: 100, height: 100, view: 'angle', up: 'y', turned: { degrees, room } }),
      ) as [number, number, number, number, number];
      expect(Math.min(left, low)).toBeGreaterThanOrEqual(0);
      expect(Math.max(right, high)).toBeLessThanOrEqual(100);
    }
  });

  it('becomes an animation or a video only where that is asked for', async () => {
    const { artifacts, report } = await engine.convert(read(), {
      from: 'glb',
      to: 'gif',
      options: { turntable: 0.5, width: 64 },
    });
    expect(artifacts).toHaveLength(1);
    expect(report.verdict).toBe('accepted');
    const { plan } = await engine.convert(read(), { from: 'glb', to: 'apng', options: { width: 64 } });
    expect(plan.steps.map(({ edge }) => edge)).not.toContain('turntable');
  });

  it('is refused with frames that are missing, or the same', () => {
    const moving = [thumbnail(1), thumbnail(2), thumbnail(3)];
    expect(kindsOf(6, moving)).toEqual([]);
    expect(kindsOf(5, moving)).toEqual(['image_timing']);
    expect(kindsOf(6, [thumbnail(1), thumbnail(1)])).toEqual(['image_frozen']);
  });
});
