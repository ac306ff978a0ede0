import { AlignmentType, type INumberingOptions, LevelFormat, type ILevelsOptions } from 'docx';
import type { Paragraph } from '../layout/blocks.ts';
import type { Label, NumberFormat } from '../layout/list-labels.ts';
import type { ListDefinition } from '../layout/lists.ts';
import { twips } from './units.ts';

const FORMATS: Readonly<Record<NumberFormat, ILevelsOptions['format']>> = {
  decimal: LevelFormat.DECIMAL,
  lowerLetter: LevelFormat.LOWER_LETTER,
  upperLetter: LevelFormat.UPPER_LETTER,
  lowerRoman: LevelFormat.LOWER_ROMAN,
  upperRoman: LevelFormat.UPPER_ROMAN,
};

/** Characters of Symbol and Wingdings (mapped to private use) as what they show, and a block as a square. */
const SYMBOL_BULLETS: Readonly<Record<string, string>> = {
  '\uf0b7': '\u2022',
  '\uf0a7': '\u25aa',
  '\uf0a8': '\u25ab',
  '\uf0d8': '\u27a2',
  '\uf0fc': '\u2713',
  '\uf076': '\u2756',
  '\uf0e8': '\u2794',
  '\uf0a2': '\u25cb',
  '\uf06e': '\u25a0',
  '\uf071': '\u2751',
  '\u2588': '\u25a0',
};
const MAX_LEVELS = 9;

/** Indents of a list item in points from the edge of its column. */
export interface ListIndent {
  readonly left: number;
  readonly hanging: number;
}

/** Collects the lists of the document as they are written. */
export class Numbering {
  readonly #levels = new Map<number, ILevelsOptions>();

  /** Reference of a list for its paragraphs; the first item sets the indents of the level. */
  use(list: ListDefinition, paragraph: Paragraph, indent: ListIndent): { reference: string; level: number } {
    if (!this.#levels.has(list.id)) this.#levels.set(list.id, levelOf(list, paragraph, indent));
    return { reference: referenceOf(list.id), level: list.level };
  }

  options(): INumberingOptions {
    return {
      config: [...this.#levels].map(([id, own]) => ({
        reference: referenceOf(id),
        levels: Array.from({ length: MAX_LEVELS }, (_, level) => (level === own.level ? own : otherLevel(own, level))),
      })),
    };
  }
}

const referenceOf = (id: number): string => `list-${id}`;

function levelOf({ label, level, start }: ListDefinition, paragraph: Paragraph, indent: ListIndent): ILevelsOptions {
  const [glyph] = paragraph.label?.glyphs ?? [];
  return {
    level,
    format: label.kind === 'bullet' ? LevelFormat.BULLET : FORMATS[label.format],
    text: labelText(label, level),
    alignment: AlignmentType.LEFT,
    start,
    style: {
      run: {
        bold: glyph?.font.bold ?? false,
        italics: glyph?.font.italic ?? false,
        color: glyph?.color.slice(1) ?? '000000',
        ...(label.kind === 'bullet' && { font: label.character === 'o' ? 'Courier New' : 'Arial' }),
        ...(glyph && label.kind === 'number' && { size: Math.max(2, Math.round(glyph.size * 2)) }),
      },
      paragraph: { indent: { left: twips(indent.left), hanging: twips(indent.hanging) } },
    },
  };
}

function labelText(label: Label, level: number): string {
  if (label.kind === 'bullet') return SYMBOL_BULLETS[label.character] ?? label.character;
  return `${label.prefix}%${level + 1}${label.suffix}`;
}

/** Levels that the PDF does not use, for items that are moved in while editing. */
function otherLevel(own: ILevelsOptions, level: number): ILevelsOptions {
  const isBullet = own.format === LevelFormat.BULLET;
  const format = isBullet
    ? LevelFormat.BULLET
    : [LevelFormat.DECIMAL, LevelFormat.LOWER_LETTER, LevelFormat.LOWER_ROMAN][level % 3]!;
  return {
    level,
    format,
    text: isBullet ? ['\u2022', 'o', '\u25aa'][level % 3]! : `%${level + 1}.`,
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: { left: 720 * (level + 1), hanging: 360 } } },
  };
}
