import type { Limits } from '../../contract/limits.ts';
import { findWordPart, openOfficePackage, replaceParts } from '../../content/document/ooxml/package.ts';
import { BODY_OUTLINE_LEVEL, readHeadingStyles } from '../../content/document/ooxml/word-styles.ts';
import { latin1Bytes, latin1Of } from '../../io/bytes.ts';
import { decodeReferences } from '../../io/xml.ts';

/** The properties of a paragraph, without those that it had before a tracked change (ECMA-376 17.3.1.26, 17.13.5.29). */
const PROPERTIES = /(?<!<w:pPrChange\b[^<>]*>\s*)<w:pPr>((?:(?!<\/?w:pPr\b|<w:pPrChange\b).)*)/gs;
const LEVEL = /<w:outlineLvl\b[^<>]*\bw:val="(\d)"/;
const STYLE_OF = /<w:pStyle\b[^<>]*\bw:val="([^"]*)"[^<>]*\/>/;
const STYLE = /<w:style\b[^<>]*\bw:type="paragraph"[^<>]*>.*?<\/w:style>/gs;
const STYLE_ID = /\bw:styleId="([^"]*)"/;
const STYLE_NAME = /<w:name\b[^<>]*\bw:val="([^"]*)"/;
const DEFAULT_STYLE =
  /<w:style\b(?=[^<>]*\bw:type="paragraph")(?=[^<>]*\bw:default="(?:1|true|on)")[^<>]*\bw:styleId="([^"]*)"/;
/** Begins the names of styles that stand for the level of a paragraph until the RTF is written. */
const OWN_LEVEL = 'Athanor outline level';
/** Every program knows these styles by their names, and the title is no part of an outline. */
const KNOWN_NAME = /^(?:heading [1-9]|title)$/i;

/**
 * A Word document whose paragraphs with an outline level of their own have a style with that level: LibreOffice writes no
 * levels into RTF, but the styles by their names.
 */
export function withOutlineStyles(document: Uint8Array, limits: Limits): Uint8Array {
  const parts = openOfficePackage(document, limits);
  const main = findWordPart(parts);
  const relationships = parts.relationshipsOf(main);
  const part = relationships.find(({ type }) => type === 'styles')?.target;
  const [source, styles] = [parts.readXml(main), part === undefined ? undefined : parts.readXml(part)];
  if (part === undefined || styles === undefined || !source?.includes('<w:outlineLvl')) return document;
  const levels = new Map(readHeadingStyles(parts, relationships, limits.nesting).map(({ id, level }) => [id, level]));
  const [, defaultStyle = ''] = DEFAULT_STYLE.exec(styles) ?? [];
  const added = new Map<string, string>();
  const styled = source.replace(PROPERTIES, (properties, content: string) => {
    const outline = Number(LEVEL.exec(content)?.[1] ?? BODY_OUTLINE_LEVEL);
    const [reference = '', base = defaultStyle] = STYLE_OF.exec(content) ?? [];
    if (outline >= BODY_OUTLINE_LEVEL || levels.get(base) === outline + 1) return properties;
    const id = `${base}-outline-${outline + 1}`;
    if (!added.has(id)) added.set(id, styleOf(id, { base, outline, name: `${OWN_LEVEL} ${added.size + 1}` }));
    return `<w:pPr><w:pStyle w:val="${id}"/>${content.replace(reference, '')}`;
  });
  if (added.size === 0) return document;
  const all = styles.replace('</w:styles>', () => `${[...added.values()].join('')}</w:styles>`);
  return replaceParts(
    parts,
    new Map([
      [main, styled],
      [part, all],
    ]),
  );
}

function styleOf(
  id: string,
  about: { readonly base: string; readonly outline: number; readonly name: string },
): string {
  const based = about.base === '' ? '' : `<w:basedOn w:val="${about.base}"/>`;
  const level = `<w:pPr><w:outlineLvl w:val="${about.outline}"/></w:pPr>`;
  return `<w:style w:type="paragraph" w:customStyle="1" w:styleId="${id}"><w:name w:val="${about.name}"/>${based}${level}</w:style>`;
}

/** A style in the style sheet of an RTF file, as LibreOffice writes it: its number, its properties and its name. */
const RTF_STYLE =
  /\{\\s(\d+)((?:\\[a-z]+(?:-?\d+)? ?)*?)((?:[^\\{};]|\\u-?\d+(?:\\'[\da-f]{2}| )|\\'[\da-f]{2})+);\}\s*/g;
const BASED_ON = /\\sbasedon(\d+)/;
const RELATION = /\\(?:sbasedon|snext)\d+/g;
/** The style of a paragraph, or of the style sheet. */
const RTF_STYLE_NUMBER = /(?<!\\)\\s(\d+)(?![\da-z])/g;

/**
 * An RTF file that LibreOffice has written of a Word document, with the outline levels of that document's styles, and of
 * its paragraphs, whose styles are their own again.
 */
export function withRtfHeadings(
  bytes: Uint8Array<ArrayBuffer>,
  document: Uint8Array,
  limits: Limits,
): Uint8Array<ArrayBuffer> {
  const levels = levelsByName(document, limits);
  if (levels.size === 0) return bytes;
  const source = latin1Of(bytes);
  const styles = Array.from(source.matchAll(RTF_STYLE), ([group, number, properties, name]) => ({
    ...{ group, number: number!, name: plainName(name!), base: BASED_ON.exec(properties!)?.[1] ?? '0' },
    properties: properties!.replace(RELATION, '').trimEnd(),
  }));
  const propertiesOf = new Map(styles.map(({ number, properties }) => [number, properties]));
  const words = new Map<string, string>();
  let written = source;
  for (const { group, number, name, base } of styles) {
    const level = levels.get(name);
    if (level === undefined) continue;
    const isOwn = name.startsWith(OWN_LEVEL);
    if (isOwn) written = written.replace(group, '');
    const style = isOwn ? `\\s${base}${propertiesOf.get(base) ?? ''}` : `\\s${number}`;
    words.set(number, `${style}\\outlinelevel${level - 1}`);
  }
  if (words.size === 0) return bytes;
  return latin1Bytes(written.replace(RTF_STYLE_NUMBER, (word, number: string) => words.get(number) ?? word));
}

/** Characters beyond ASCII come as their number with one for old readers, or as a byte. */
function plainName(name: string): string {
  return name
    .replace(/\\u(-?\d+)(?:\\'[\da-f]{2}| )/g, (_, code: string) => String.fromCharCode(Number(code) & 0xff_ff))
    .replace(/\\'([\da-f]{2})/g, (_, byte: string) => String.fromCharCode(parseInt(byte, 16)));
}

function levelsByName(document: Uint8Array, limits: Limits): ReadonlyMap<string, number> {
  const parts = openOfficePackage(document, limits);
  const relationships = parts.relationshipsOf(findWordPart(parts));
  const part = relationships.find(({ type }) => type === 'styles')?.target;
  const styles = (part !== undefined && parts.readXml(part)) || '';
  const levels = new Map(readHeadingStyles(parts, relationships, limits.nesting).map(({ id, level }) => [id, level]));
  return new Map(
    Array.from(styles.matchAll(STYLE), ([style]) => {
      const name = decodeReferences(STYLE_NAME.exec(style)?.[1] ?? '');
      return [name, KNOWN_NAME.test(name) ? 0 : (levels.get(STYLE_ID.exec(style)?.[1] ?? '') ?? 0)] as const;
    }).filter(([, level]) => level > 0),
  );
}
