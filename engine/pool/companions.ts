import type { Artifact } from '../contract/artifact.ts';
import { formatOfFileName } from '../formats/index.ts';

/** What leaves a worker for one artifact: itself, and the images that it refers to as files of their own. */
export function withCompanions(artifact: Artifact): Artifact[] {
  if (!('bytes' in artifact) || !artifact.companions) return [artifact];
  const { companions, ...document } = artifact;
  const images = [...companions].flatMap(([name, bytes]) => {
    const format = formatOfFileName(name);
    return format ? [{ name, format, bytes }] : [];
  });
  return [document, ...images];
}
