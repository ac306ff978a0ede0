import type { Clip } from '../clip.ts';
import type { Definitions } from './drawing.ts';

/** The attribute of what is clipped. */
export function clipAttribute(clip: Clip | undefined, definitions: Definitions): string {
  return clip ? ` clip-path="url(#${clipId(clip, definitions)})"` : '';
}

function clipId({ outer, data, evenOdd }: Clip, definitions: Definitions): string {
  const around = clipAttribute(outer, definitions);
  const rule = evenOdd ? ' clip-rule="evenodd"' : '';
  const key = `clip ${around}${rule} ${data}`;
  return definitions.once(key, 'c', (id) => `<clipPath id="${id}"${around}><path d="${data}"${rule}/></clipPath>`);
}
