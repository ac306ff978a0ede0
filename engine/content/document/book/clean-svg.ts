/** Elements of a drawing that run programs, or show what is no part of it. */
const ACTIVE = /<(script|foreignObject|iframe|audio|video|handler|listener)\b[\s\S]*?(?:<\/\1\s*>|\/>)/gi;
const HANDLER = /\son\w+\s*=\s*(?:"[^"]*"|'[^']*')/gi;
/** An address that leads out of the drawing: only its own parts and data in it may stay. */
const OUTER_ADDRESS = /\s(?:xlink:)?href\s*=\s*(?:"(?!#|data:image\/)[^"]*"|'(?!#|data:image\/)[^']*')/gi;
const OUTER_STYLE = /@import[^;]*;?|url\(\s*["']?(?!#|data:image\/)[^)]*\)/gi;
const DOCTYPE = /<!DOCTYPE[^>[]*(?:\[[\s\S]*?\]\s*)?>/i;

/** A drawing without programs and without anything that would be fetched. Others stay byte for byte. */
export function cleanSvg(bytes: Uint8Array): Uint8Array {
  const source = new TextDecoder().decode(bytes);
  const clean = source
    .replace(DOCTYPE, '')
    .replace(ACTIVE, '')
    .replace(HANDLER, '')
    .replace(OUTER_ADDRESS, '')
    .replace(OUTER_STYLE, '');
  return clean === source ? bytes : new TextEncoder().encode(clean);
}
