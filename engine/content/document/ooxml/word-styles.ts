import { scanXml } from '../../../io/xml.ts';
import type { OfficePackage, Relationship } from './package.ts';

/** The name of an image that stands for an equation: its description is the text of that. */
export const EQUATION_IMAGE = 'Equation';

/** A paragraph style that makes a heading, of level 1 for the highest, or that belongs to a list. */
export interface HeadingStyle {
  readonly id: string;
  /** 0 where it makes no heading. */
  readonly level: number;
  /** The list that its paragraphs are items of, and their level there. */
  readonly list?: string;
  readonly listLevel?: number;
  /** Of the document itself: no part of its outline. */
  readonly isTitle?: true;
}

/** Outline levels 0 to 8 are headings; 9 is body text (ECMA-376 17.3.1.20). */
export const BODY_OUTLINE_LEVEL = 9;
const HEADING_NAME = /^(?:heading ([1-9])|title)$/i;

/** What a paragraph style says itself. */
export interface WordStyle {
  readonly id: string;
  basedOn?: string;
  list?: string;
  listLevel?: number;
  /** Undefined while nothing has been said, 0 for body text. */
  level?: number;
  isTitle?: true;
}

/** The paragraph styles that make headings: by name, by outline level, or through the style that they build on. */
export function readHeadingStyles(
  parts: OfficePackage,
  relationships: readonly Relationship[],
  maxDepth: number,
): HeadingStyle[] {
  return readParagraphStyles(parts, relationships, maxDepth).filter(({ level }) => level > 0);
}

/** The paragraph styles that make headings or items of lists. */
export function readParagraphStyles(
  parts: OfficePackage,
  relationships: readonly Relationship[],
  maxDepth: number,
): HeadingStyle[] {
  const part = relationships.find(({ type }) => type === 'styles')?.target;
  const source = part === undefined ? undefined : parts.readXml(part);
  if (source === undefined) return [];
  return resolveStyles(parseStyles(source, maxDepth));
}

/** What styles make of their paragraphs, also through the styles that they build on. */
export function resolveStyles(styles: ReadonlyMap<string, WordStyle>): HeadingStyle[] {
  return [...styles.values()]
    .map((style) => ({ ...headingOf(style, styles), ...listOf(style, styles) }))
    .filter(({ level, list }) => level > 0 || list !== undefined);
}

function parseStyles(source: string, maxDepth: number): Map<string, WordStyle> {
  const styles = new Map<string, WordStyle>();
  let current: WordStyle | undefined;
  scanXml(
    source,
    {
      open(name, attributes) {
        if (name === 'style') {
          current = attributes.get('type') === 'paragraph' ? { id: attributes.get('styleId') ?? '' } : undefined;
          if (current) styles.set(current.id, current);
        }
        if (current) readProperty(current, name, attributes.get('val') ?? '');
      },
      close(name) {
        if (name === 'style') current = undefined;
      },
      text() {},
    },
    maxDepth,
  );
  return styles;
}

function readProperty(style: WordStyle, name: string, value: string): void {
  if (name === 'basedOn') style.basedOn = value;
  if (name === 'numId') style.list = value;
  if (name === 'ilvl') style.listLevel = Number(value) || 0;
  if (name === 'name') nameStyle(style, value);
  if (name === 'outlineLvl') setStyleLevel(style, Number(value));
}

/** Takes what the name of a style says: those of headings and of the title are the same in every language. */
export function nameStyle(style: WordStyle, name: string): void {
  const heading = HEADING_NAME.exec(name);
  if (!heading) return;
  const [, level] = heading;
  style.level = Number(level ?? 1);
  if (level === undefined) style.isTitle = true;
}

/** Takes the outline level of a style, from 0, unless its name says which heading it makes. */
export function setStyleLevel(style: WordStyle, outlineLevel: number): void {
  style.level ??= outlineLevel < BODY_OUTLINE_LEVEL ? outlineLevel + 1 : 0;
}

function listOf(style: WordStyle, styles: ReadonlyMap<string, WordStyle>): Pick<HeadingStyle, 'list' | 'listLevel'> {
  const seen = new Set<string>();
  for (let current: WordStyle | undefined = style; current && !seen.has(current.id);) {
    const { list, listLevel } = current;
    if (list !== undefined) return { list, ...(listLevel !== undefined && { listLevel }) };
    seen.add(current.id);
    current = current.basedOn === undefined ? undefined : styles.get(current.basedOn);
  }
  return {};
}

function headingOf(style: WordStyle, styles: ReadonlyMap<string, WordStyle>): HeadingStyle {
  const { id } = style;
  const seen = new Set<string>();
  for (let current: WordStyle | undefined = style; current && !seen.has(current.id);) {
    if (current.level !== undefined) return { id, level: current.level, ...(current.isTitle ? { isTitle: true } : {}) };
    seen.add(current.id);
    current = current.basedOn === undefined ? undefined : styles.get(current.basedOn);
  }
  return { id, level: 0 };
}
