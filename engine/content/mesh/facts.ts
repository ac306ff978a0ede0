import type { Facts } from '../../contract/facts.ts';
import type { Feature } from '../../formats/features.ts';
import { formatOf } from '../../formats/index.ts';
import { measure } from './measures.ts';
import type { Scene } from './model.ts';

/** What a model has, and its measures. */
export function meshFacts(scene: Scene, file: Pick<Facts, 'format' | 'sizeBytes' | 'reader'>): Facts {
  const mesh = measure(scene);
  const has: Partial<Record<Feature, boolean>> = {
    mesh: true,
    look: mesh.colours.length > 0,
    figures: mesh.textures.length > 0,
    structure: mesh.placed > 1,
    animation: mesh.animations.length > 0,
  };
  return { ...file, depth: 'content', features: formatOf(file.format).carries.filter((feature) => has[feature]), mesh };
}
