import { scanXml } from '../../../io/xml.ts';
import type { OfficePackage, Relationship } from './package.ts';

/** The name of a picture that stands for an equation: its description is the text of that. */
export const EQUATION_PICTURE = 'Equation';

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
const BODY_OUTLINE_LEVEL = 9;
const HEADING_NAME = /^(?:heading ([1-9])|title)$/i;

interface Style {
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
  const styles = parseStyles(source, maxDepth);
  return [...styles.values()]
    .map((style) => ({ ...headingOf(style, styles), ...listOf(style, styles) }))
    .filter(({ level, list }) => level > 0 || list !== undefined);
}

function parseStyles(source: string, maxDepth: number): Map<string, Style> {
  const styles = new Map<string, Style>();
  let current: Style | undefined;
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

function readProperty(style: Style, name: string, value: string): void {
  if (name === 'basedOn') style.basedOn = value;
  if (name === 'numId') style.list = value;
  if (name === 'ilvl') style.listLevel = Number(value) || 0;
  if (name === 'name' && HEADING_NAME.test(value)) {
    const level = HEADING_NAME.exec(value)![1];
    style.level = Number(level ?? 1);
    if (level === undefined) style.isTitle = true;
  }
  if (name === 'outlineLvl') style.level ??= Number(value) < BODY_OUTLINE_LEVEL ? Number(value) + 1 : 0;
}

function listOf(style: Style, styles: ReadonlyMap<string, Style>): Pick<HeadingStyle, 'list' | 'listLevel'> {
  const seen = new Set<string>();
  for (let current: Style | undefined = style; current && !seen.has(current.id);) {
    const { list, listLevel } = current;
    if (list !== undefined) return { list, ...(listLevel !== undefined && { listLevel }) };
    seen.add(current.id);
    current = current.basedOn === undefined ? undefined : styles.get(current.basedOn);
  }
  return {};
}

function headingOf(style: Style, styles: ReadonlyMap<string, Style>): HeadingStyle {
  const { id } = style;
  const seen = new Set<string>();
  for (let current: Style | undefined = style; current && !seen.has(current.id);) {
    if (current.level !== undefined) return { id, level: current.level, ...(current.isTitle ? { isTitle: true } : {}) };
    seen.add(current.id);
    current = current.basedOn === undefined ? undefined : styles.get(current.basedOn);
  }
  return { id, level: 0 };
}
