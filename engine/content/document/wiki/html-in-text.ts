import { matching, type InlineRule } from '../light/inlines.ts';

/** Tags of HTML within the text, which mean there what they mean everywhere. */
export const TAGS: InlineRule = tags('[a-z][a-z0-9]{0,20}');

/** Tags of the elements that a language knows; others are text in it. */
export const tagsOf = (...names: readonly string[]): InlineRule => tags(`(?:${names.join('|')})`);

function tags(name: string): InlineRule {
  const attributes = `(?:[^<>"']|"[^"]{0,2000}"|'[^']{0,2000}'){0,500}`;
  return matching('<', new RegExp(`</?${name}\\b${attributes}>`, 'iy'), ([tag]) => tag);
}

/** Characters by their names or numbers. */
export const ENTITIES: InlineRule = matching(
  '&',
  /&(?:[a-z]\w{1,30}|#\d{1,7}|#x[\da-f]{1,6});/iy,
  ([entity]) => entity,
);
