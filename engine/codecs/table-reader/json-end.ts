import { endOfJsonString } from '../../content/records/json/exact-json.ts';

const QUOTE = 0x22;

/** Whether JSON text ends before its lists, objects and strings do. */
export function endsInside(text: string): boolean {
  let depth = 0;
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code === 0x5b || code === 0x7b) depth++;
    if (code === 0x5d || code === 0x7d) depth--;
    if (code !== QUOTE) continue;
    position = endOfJsonString(text, position);
    if (position === text.length) return true;
  }
  return depth > 0;
}
