import { utf8Bytes } from '../../../io/bytes.ts';
import { colouredTriangles } from '../coloured-triangles.ts';
import type { Scene } from '../model.ts';

/** Writes the triangles of a scene where it places them, with a colour for each vertex where any has one. */
export function writeOff(scene: Scene): Uint8Array<ArrayBuffer> {
  const { positions, colours, indices } = colouredTriangles(scene);
  const lines = [colours ? 'COFF' : 'OFF', `${positions.length / 3} ${indices.length / 3} 0`];
  for (let at = 0; at < positions.length / 3; at++) {
    const colour = colours?.subarray(at * 4, at * 4 + 4);
    lines.push([...positions.subarray(at * 3, at * 3 + 3), ...(colour ?? [])].join(' '));
  }
  for (let at = 0; at < indices.length; at += 3) lines.push(`3 ${indices.subarray(at, at + 3).join(' ')}`);
  return utf8Bytes(`${lines.join('\n')}\n`);
}
