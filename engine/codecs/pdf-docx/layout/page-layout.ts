import {
  areaOf,
  type Box,
  heightOf,
  middleY,
  overlap,
  overlapX,
  overlapY,
  unionOf,
} from '../../../content/pages/geometry.ts';
import type { Fill, PageImage, PageModel, Rule } from '../../../content/pages/model.ts';
import { findBackdrops } from './backdrops.ts';
import { type Item, type ItemBand, type ItemColumn, splitBands } from './bands.ts';
import type { Area, Band, BlankPage, Block, Column, Paragraph, Image, Table } from './blocks.ts';
import { type CardColumns, cardColumns, isInColumn, isWithin } from './card-columns.ts';
import { framedTexts } from './framed-texts.ts';
import { joinSides } from './joined-sides.ts';
import { latticeTables } from './lattice-tables.ts';
import { addOpenHeads } from './open-heads.ts';
import { panelsOf, partsAtPanels } from './panels.ts';
import { buildParagraphs } from './paragraphs.ts';
import { ruledTables } from './ruled-tables.ts';
import { mergeRules } from './rules.ts';
import type { Segment } from './segment.ts';
import { addSideCells } from './side-cells.ts';
import { streamTables } from './stream-tables.ts';
import { countHeadRows } from './table-heads.ts';
import { taggedTables } from './tagged-tables.ts';
import { groupTurned, type TurnedSegment, type TurnedText } from './turned-text.ts';
import { PAGE_LAYOUT } from '../thresholds/pages.ts';

const { BACKGROUND_SHARE, PAGE_EDGE, MIN_IMAGE_HEIGHT } = PAGE_LAYOUT;

/** One page taken apart: flowing bands, and what floats at its place. */
export interface PageLayout {
  /** The page; its fills are those that mark words. */
  readonly page: PageModel;
  /** Coloured boxes and lines behind the text. */
  readonly shapes: readonly Fill[];
  readonly bands: readonly Band[];
  /** Images beside or behind text. */
  readonly floats: readonly PageImage[];
  readonly turned: readonly TurnedText[];
  /** Box around the flowing content; undefined for an empty page. */
  readonly content?: Box;
}

/**
 * Lays out one page from its segments without the headers and footers, which are given as `titles`; `area` is the text area
 * of such pages.
 */
export function layOutPage(
  page: PageModel,
  segments: readonly Segment[],
  turned: readonly TurnedSegment[],
  area: Area,
  titles: readonly Box[] = [],
): PageLayout {
  const inner = { ...page, rules: page.rules.filter((rule) => !isAtEdge(rule, page)) };
  const lattice = latticeTables(inner, segments, turned);
  const framed = framedTexts(inner, lattice.rest, lattice.tables);
  const tagged = taggedTables(page, framed.rest, lattice.taken, area);
  const closed = [...lattice.tables, ...framed.tables, ...tagged.tables];
  const panels = panelsOf(page, tagged.rest);
  const ruled = ruledTables(freeRules(inner, closed), tagged.rest, { drawn: closed, panels });
  const lined = addOpenHeads([...lattice.tables, ...ruled.tables], ruled.rest);
  const drawn = [...lined.tables, ...framed.tables, ...tagged.tables];
  const card = cardColumns(lined.rest, drawn);
  const evident = card
    ? [{ tables: [], rest: lined.rest }]
    : partsAtPanels(lined.rest, drawn, panels).map((part) => streamTables(part, area, { evident: true, drawn }));
  const tables = [...drawn, ...evident.flatMap((part) => part.tables)].map(withHead);
  const rest = evident.flatMap((part) => part.rest);
  const { images, floats } = sortImages(page, rest, tables, titles);
  const items = [...rest, ...tables, ...images];
  const content = unionOf(items);
  const bands: Band[] = [];
  for (const { columns } of card ? bandsOfCard(items, area, card) : bandsOf(items, area, panels)) {
    const laidOut = columns.map((column) => layOutColumn(column, floats));
    if (laidOut.some(({ blocks }) => blocks.length > 0)) bands.push({ columns: laidOut });
  }
  if (bands.length === 0) {
    const blank: BlankPage = { kind: 'blank', x0: area.x0, x1: area.x1, y0: 0, y1: 0 };
    bands.push({ columns: [{ ...area, blocks: [blank] }] });
  }
  const { highlights, shapes } = findBackdrops(page, segments, drawn);
  return {
    page: { ...page, fills: highlights },
    shapes,
    bands,
    floats,
    turned: groupTurned(lattice.turnedRest),
    ...(content && { content }),
  };
}

/** Bands of one page have one width: that of the widest columns side by side. */
function bandsOf(items: readonly Item[], area: Area, panels: readonly Box[]): ItemBand[] {
  const bands = splitBands(items, area, { panels });
  const ends = bands.filter(({ columns }) => columns.length > 1).map(({ columns }) => columns.at(-1)!.x1);
  const x1 = Math.max(area.x1, ...ends);
  return x1 > area.x1 ? splitBands(items, { ...area, x1 }, { panels }) : bands;
}

/** The columns of a card, with what is above and below them. */
function bandsOfCard(items: readonly Item[], area: Area, { columns, ...extent }: CardColumns): ItemBand[] {
  const beside = items.filter((item) => isWithin(item, extent));
  const above = items.filter((item) => middleY(item) <= extent.y0);
  const below = items.filter((item) => middleY(item) >= extent.y1);
  const cut = columns.map(({ x0 }, index) => (index === 0 ? -Infinity : (columns[index - 1]!.x1 + x0) / 2));
  const own = columns.map(({ x0, x1 }, index) => {
    const within = { x0: cut[index]!, x1: cut[index + 1] ?? Infinity };
    const items = beside.filter((item) => isInColumn(item, within));
    return {
      x0: Math.min(x0, ...items.map((item) => item.x0)),
      x1: Math.max(x1, ...items.map((item) => item.x1)),
      items,
    };
  });
  const whole = (part: readonly Item[]): ItemBand[] =>
    part.length > 0 ? [{ columns: [{ ...area, items: part }] }] : [];
  return [...whole(above), { columns: own }, ...whole(below)];
}

/** Bars and lines along the edges of the page are its decoration: no printed table ends there. */
function isAtEdge({ axis, position }: Rule, { width, height }: PageModel): boolean {
  return position < PAGE_EDGE || position > (axis === 'h' ? height : width) - PAGE_EDGE;
}

function withHead(table: Table): Table {
  const headRows = table.headRows ?? countHeadRows(table);
  return headRows > 0 ? { ...table, headRows } : table;
}

/** The lines of a page outside of its tables. */
function freeRules({ rules }: PageModel, tables: readonly Table[]): Rule[] {
  const isFree = ({ axis, position, start, end }: Rule, table: Table): boolean => {
    const [across0, across1] = axis === 'h' ? [table.y0, table.y1] : [table.x0, table.x1];
    const [along0, along1] = axis === 'h' ? [table.x0, table.x1] : [table.y0, table.y1];
    return overlap(start, end, along0, along1) <= 0 || position < across0 - 3 || position > across1 + 3;
  };
  return [...mergeRules(rules, 'h'), ...mergeRules(rules, 'v')].filter((rule) =>
    tables.every((table) => isFree(rule, table)),
  );
}

/** An image without text on it may be in line; backgrounds, overlapping ones and small symbols float. */
function sortImages(page: PageModel, segments: readonly Segment[], tables: readonly Table[], titles: readonly Box[]) {
  const images: Image[] = [];
  const floats: PageImage[] = [];
  for (const image of page.images) {
    const { x0, y0, x1, y1 } = image;
    if (image.equation) {
      images.push({ kind: 'image', x0, y0, x1, y1, image });
      continue;
    }
    const others: Box[] = [...segments, ...tables, ...page.images.filter((other) => other !== image)];
    const overlapped = others.some((box) => overlapY(box, image) > 1 && overlapX(box, image) > 1);
    const isBackground = areaOf(image) > BACKGROUND_SHARE * page.width * page.height;
    const isBesideTitle = titles.some((box) => overlapY(box, image) > 1);
    if (overlapped || isBesideTitle || isBackground || heightOf(image) < MIN_IMAGE_HEIGHT) floats.push(image);
    else images.push({ kind: 'image', x0, y0, x1, y1, image });
  }
  return { images, floats };
}

/**
 * Blocks of a column from top to bottom. Paragraphs do not run across a table or an image; an image with text beside
 * it in its column floats.
 */
function layOutColumn({ x0, x1, items, parts }: ItemColumn, floats: PageImage[]): Column {
  const area = { x0, x1 };
  if (parts) return { ...area, blocks: parts.flatMap((part) => layOutColumn(part, floats).blocks) };
  const segments = items.filter((item) => item.kind === 'segment');
  const tables = items.filter((item) => item.kind === 'table');
  const images = items.filter((item) => item.kind === 'image');
  const inLine = images.filter(
    (image) => image.image.equation || items.every((other) => other === image || overlapY(other, image) < 2),
  );
  for (const image of images) if (!inLine.includes(image)) floats.push(image.image);
  const stream = streamTables(segments, area, { drawn: tables });
  const sides = addSideCells(tables, stream.rest);
  const allTables = joinSides(sides.tables, stream.tables.map(withHead));
  const solid: (Table | Image)[] = [...allTables, ...inLine].sort((a, b) => a.y0 - b.y0);
  const groups: Segment[][] = [[]];
  for (const segment of sides.rest.toSorted((a, b) => a.baseline - b.baseline)) {
    while (groups.length <= solid.length && segment.baseline > solid[groups.length - 1]!.y0) groups.push([]);
    groups.at(-1)!.push(segment);
  }
  const paragraphs = groups.flatMap((group) => buildParagraphs(group, area));
  const blocks: Block[] = [...paragraphs, ...solid].sort((a, b) => topOf(a) - topOf(b));
  return { ...area, blocks };
}

function topOf(block: Block): number {
  return block.kind === 'paragraph' ? firstBaseline(block) - block.size * 0.8 : block.y0;
}

function firstBaseline({ rows }: Paragraph): number {
  return rows[0]!.baseline;
}
