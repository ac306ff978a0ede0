import type { Limits } from '../../contract/limits.ts';
import { findWordPart, openOfficePackage, replacePart } from '../../content/document/ooxml/package.ts';

const DEFINITION = /<w:abstractNum\b[^<>]*?\bw:abstractNumId="([^"]*)"[^<>]*>.*?<\/w:abstractNum>/gs;
const LIST =
  /(<w:num\b[^<>]*?\bw:numId="([^"]*)"[^<>]*>\s*)<w:abstractNumId\b[^<>]*?\bw:val="([^"]*)"[^<>]*>(.*?)(?=<\/w:num>)/gs;
const BEGINNING =
  /<w:lvlOverride\b[^<>]*?\bw:ilvl="(\d)"[^<>]*>\s*<w:startOverride\b[^<>]*?\bw:val="(\d+)"[^<>]*\/>\s*<\/w:lvlOverride>\s*/g;
const LEVEL = /<w:lvl\b[^<>]*?\bw:ilvl="(\d)".*?<\/w:lvl>/gs;
const START = /(?<=<w:start\b[^<>]*?\bw:val=")[^"]*/;
const REFERENCE = /<w:numId\b[^<>]*?\bw:val="([^"]*)"/g;
/** What belongs to a style, and what names a definition within its file. */
const OF_STYLE = /<w:(?:pStyle|numStyleLink|styleLink)\b/;
const NAME = /<w:nsid\b[^<>]*\/>/g;

/**
 * A Word document whose lists begin where their own definitions say, instead of where they differ from a definition
 * that they share (ECMA-376 17.9.27): in the DOC files that LibreOffice writes, each item of those begins the list again.
 */
export function withOwnDefinitions(document: Uint8Array, limits: Limits): Uint8Array {
  const parts = openOfficePackage(document, limits);
  const main = findWordPart(parts);
  const related = parts.relationshipsOf(main);
  const part = related.find(({ type }) => type === 'numbering')?.target;
  const source = part === undefined ? undefined : parts.readXml(part);
  if (part === undefined || !source?.includes('<w:startOverride')) return document;
  const styles = related.find(({ type }) => type === 'styles')?.target;
  const ofStyles = referencesIn((styles !== undefined && parts.readXml(styles)) || '');
  const defined = defineLists(source, referencesIn(parts.readXml(main) ?? ''), ofStyles);
  return defined === source ? document : replacePart(parts, part, defined);
}

function referencesIn(source: string): string[] {
  return Array.from(source.matchAll(REFERENCE), ([, list]) => list!);
}

function defineLists(source: string, references: readonly string[], ofStyles: readonly string[]): string {
  const definitions = new Map(Array.from(source.matchAll(DEFINITION), ([definition, id]) => [id!, definition]));
  const lists = Array.from(source.matchAll(LIST), ([, , list, id, overrides]) => ({
    list: list!,
    id: id!,
    begins: overrides!.includes('<w:startOverride'),
  }));
  const shared = countedTogether(references, ofStyles, new Map(lists.map((each) => [each.list, each])));
  const added: string[] = [];
  let lastId = Math.max(0, ...Array.from(definitions.keys(), Number).filter(Number.isFinite));
  const defined = source.replace(LIST, (whole, start: string, _list, id: string, overrides: string) => {
    const definition = definitions.get(id);
    const beginnings = new Map(Array.from(overrides.matchAll(BEGINNING), ([, level, first]) => [level!, first!]));
    const others = overrides.replace(BEGINNING, '');
    if (definition === undefined || beginnings.size === 0 || others.includes('<w:lvlOverride')) return whole;
    if (shared.has(id) || OF_STYLE.test(definition)) return whole;
    added.push(begunAt(definition, beginnings, ++lastId));
    return `${start}<w:abstractNumId w:val="${lastId}"/>${others}`;
  });
  // All definitions come before the lists (ECMA-376 17.9.17).
  return added.length === 0 ? source : defined.replace(/<w:num(?=\s)/, (first) => added.join('') + first);
}

/** Definitions of lists that go on with each other, or that styles name: these cannot be parted. */
function countedTogether(
  references: readonly string[],
  ofStyles: readonly string[],
  lists: ReadonlyMap<string, { readonly list: string; readonly id: string; readonly begins: boolean }>,
): ReadonlySet<string> {
  const together = new Set(ofStyles.flatMap((list) => lists.get(list)?.id ?? []));
  const lastOf = new Map<string, string>();
  const left = new Set<string>();
  for (const reference of references) {
    const list = lists.get(reference);
    if (!list) continue;
    const last = lastOf.get(list.id);
    if (last !== undefined && last !== reference) {
      left.add(last);
      if (!list.begins || left.has(reference)) together.add(list.id);
    }
    lastOf.set(list.id, reference);
  }
  return together;
}

function begunAt(definition: string, beginnings: ReadonlyMap<string, string>, id: number): string {
  return definition
    .replace(NAME, '')
    .replace(/(?<=\bw:abstractNumId=")[^"]*/, String(id))
    .replace(LEVEL, (level, place: string) => {
      const first = beginnings.get(place);
      if (first === undefined) return level;
      if (START.test(level)) return level.replace(START, first);
      // The first number comes first in a level (ECMA-376 17.9.6).
      return level.replace('>', `><w:start w:val="${first}"/>`);
    });
}
