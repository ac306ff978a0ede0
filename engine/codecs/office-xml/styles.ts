import { scanXml } from '../../io/xml.ts';
import type { OfficePackage, Relationship } from '../../models/office-package.ts';

/** Outline levels 0 to 8 are headings; 9 is body text (ECMA-376 17.3.1.20). */
const BODY_LEVEL = 9;
const HEADING_NAME = /^(?:heading [1-9]|title)$/i;

interface Style {
  readonly id: string;
  basedOn?: string;
  isHeading?: boolean;
}

/** Ids of the paragraph styles that make a heading: by name, by outline level, or through the style they build on. */
export function readHeadingStyles(
  parts: OfficePackage,
  relationships: readonly Relationship[],
  maxDepth: number,
): ReadonlySet<string> {
  const part = relationships.find(({ type }) => type === 'styles')?.target;
  const source = part === undefined ? undefined : parts.readXml(part);
  if (source === undefined) return new Set();
  const styles = parseStyles(source, maxDepth);
  return new Set([...styles.values()].filter((style) => isHeading(style, styles)).map(({ id }) => id));
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
        if (!current) return;
        const value = attributes.get('val') ?? '';
        if (name === 'basedOn') current.basedOn = value;
        if (name === 'name' && HEADING_NAME.test(value)) current.isHeading = true;
        if (name === 'outlineLvl') current.isHeading ??= Number(value) < BODY_LEVEL;
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

function isHeading(style: Style, styles: ReadonlyMap<string, Style>): boolean {
  const seen = new Set<string>();
  for (let current: Style | undefined = style; current && !seen.has(current.id);) {
    if (current.isHeading !== undefined) return current.isHeading;
    seen.add(current.id);
    current = current.basedOn === undefined ? undefined : styles.get(current.basedOn);
  }
  return false;
}
