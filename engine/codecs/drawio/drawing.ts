import type { RunContext } from '../../contract/codec.ts';
import { escapeXml, escapeXmlAttribute } from '../../io/xml.ts';
import { isHarmlessLink } from '../../content/drawing/links.ts';
import { short } from '../../content/pages/painter/numbers.ts';
import { arrowhead } from './arrowhead.ts';
import { pathOf, pointOn, routeOf } from './edges.ts';
import { drawLabel, labelText } from './labels.ts';
import { placedCells, type Placed } from './layout.ts';
import { isSet, middleOf, numberIn, type Box, type Page, type Point, type Style } from './model.ts';
import { colourOf, Painter, strokeOf } from './paint.ts';
import { outlineOf, rectangle } from './shapes.ts';
import { readStencil } from './stencil.ts';

/** A page as SVG, and what of it is not drawn as draw.io would. */
export interface DrawnPage {
  readonly svg: string;
  /** Labels that are drawn, one a line. */
  readonly text: string;
  readonly figures: number;
  readonly links: number;
  /** Shapes of libraries that are drawn as rectangles, and how many of each. */
  readonly unknown: ReadonlyMap<string, number>;
  readonly missingImages: number;
  readonly droppedLinks: number;
}

/** Around all that is drawn, in pixels. */
const MARGIN = 10;
const IMAGE_DATA = /^data:image\/(?:png|jpeg|jpg|gif|webp|svg\+xml|bmp)(?:;base64)?,[\w+/=%.~!*'()-]*$/;
/** Heights of heads that do not say theirs. */
const HEADER = 23;
const LIFELINE_HEAD = 40;

export function drawPage(page: Page, context: RunContext): DrawnPage {
  return new Drawing(page, context).finish();
}

class Drawing {
  readonly #page: Page;
  readonly #context: RunContext;
  readonly #placed: ReadonlyMap<string, Placed>;
  readonly #painter = new Painter();
  readonly #routes = new Map<string, readonly Point[]>();
  readonly #parts: string[] = [];
  readonly #texts: string[] = [];
  readonly #unknown = new Map<string, number>();
  readonly #bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  #figures = 0;
  #links = 0;
  #missingImages = 0;
  #droppedLinks = 0;

  constructor(page: Page, context: RunContext) {
    this.#page = page;
    this.#context = context;
    this.#placed = placedCells(page.cells);
    for (const placed of this.#placed.values()) {
      context.signal.throwIfAborted();
      if (placed.cell.kind === 'layer') continue;
      const part = placed.cell.kind === 'edge' ? this.#edge(placed) : this.#vertex(placed);
      if (part !== '') this.#parts.push(this.#wrapped(part, placed));
    }
  }

  finish(): DrawnPage {
    const { left, top, right, bottom } =
      this.#parts.length > 0 ? this.#bounds : { left: 0, top: 0, right: 1, bottom: 1 };
    const [x, y] = [left - MARGIN, top - MARGIN];
    const [width, height] = [right - left + 2 * MARGIN, bottom - top + 2 * MARGIN];
    const { name, background } = this.#page;
    const { definitions } = this.#painter;
    const svg = [
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${short(width)}" height="${short(height)}" viewBox="${short(x)} ${short(y)} ${short(width)} ${short(height)}">`,
      name === '' ? '' : `<title>${escapeXml(name)}</title>`,
      definitions.length > 0 ? `<defs>${definitions.join('')}</defs>` : '',
      `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${escapeXmlAttribute(colourOf(background, '#ffffff'))}"/>`,
      ...this.#parts,
      '</svg>',
    ];
    return {
      svg: `${svg.filter((part) => part !== '').join('\n')}\n`,
      text: this.#texts.join('\n'),
      figures: this.#figures,
      links: this.#links,
      unknown: this.#unknown,
      missingImages: this.#missingImages,
      droppedLinks: this.#droppedLinks,
    };
  }

  /** Opacity, rotation and link around what a cell is drawn as. */
  #wrapped(part: string, { cell, box }: Placed): string {
    const opacity = numberIn(cell.style, 'opacity', 100);
    let drawn = opacity < 100 ? `<g opacity="${short(Math.max(0, opacity) / 100)}">${part}</g>` : part;
    const rotation = numberIn(cell.style, 'rotation', 0);
    if (rotation !== 0 && cell.kind === 'vertex') {
      const [cx, cy] = middleOf(box);
      drawn = `<g transform="rotate(${short(rotation)} ${short(cx)} ${short(cy)})">${drawn}</g>`;
    }
    if (cell.link === undefined || cell.link === '') return drawn;
    // Links to other pages of the file lead nowhere in a drawing.
    if (!/^https?:|^mailto:/i.test(cell.link) || !isHarmlessLink(cell.link)) {
      this.#droppedLinks++;
      return drawn;
    }
    this.#links++;
    return `<a xlink:href="${escapeXmlAttribute(cell.link)}">${drawn}</a>`;
  }

  #vertex(placed: Placed): string {
    const { cell, onEdge } = placed;
    const { style } = cell;
    const name = style.get('shape') ?? style.get('name') ?? 'rectangle';
    const box = onEdge === undefined ? placed.box : this.#boxOnEdge(placed, onEdge);
    const isText = name === 'text' || name === 'edgeLabel' || (onEdge !== undefined && !style.has('shape'));
    if (onEdge === undefined) this.#cover(box, numberIn(style, 'rotation', 0));
    const shape =
      isText && !style.has('fillColor') && !style.has('strokeColor') ? '' : this.#shape(name, box, style, isText);
    return shape + this.#label(placed, name, box, onEdge !== undefined);
  }

  #label({ cell }: Placed, name: string, box: Box, isOnEdge: boolean): string {
    const { style, label } = cell;
    if (label === '' || isSet(style, 'noLabel')) return '';
    const text = labelText(label, style);
    if (text === '') return '';
    this.#texts.push(text);
    const cover = (place: Box): void => this.#cover(place, 0);
    if (isSwimlane(name)) {
      const size = numberIn(style, 'startSize', HEADER);
      const isLevel = style.get('horizontal') !== '0';
      const header = isLevel
        ? { ...box, height: Math.min(size, box.height) }
        : { ...box, width: Math.min(size, box.width) };
      return drawLabel(label, style, header, { align: 'center', vertical: 'middle', isBold: true, cover });
    }
    if (name === 'umlLifeline') {
      const head = { ...box, height: Math.min(box.height, numberIn(style, 'size', LIFELINE_HEAD)) };
      return drawLabel(label, style, head, { align: 'center', vertical: 'middle', cover });
    }
    const isText = name === 'text' || isOnEdge;
    const hasBottomLabel = ['image', 'icon'].includes(name) || /^(umlActor|actor)$/.test(name);
    if (hasBottomLabel && !style.has('verticalLabelPosition')) {
      const below = { ...box, y: box.y + box.height };
      return drawLabel(label, style, below, { align: 'center', vertical: 'top', cover });
    }
    const background = isOnEdge ? '#ffffff' : undefined;
    return drawLabel(label, style, box, {
      align: isText && !isOnEdge ? 'left' : 'center',
      vertical: isText && !isOnEdge ? 'top' : 'middle',
      ...(background && { background }),
      cover,
    });
  }

  #shape(name: string, box: Box, style: Style, isText: boolean): string {
    if (name === 'group' || box.width === 0 || box.height === 0) {
      if (name !== 'line') return '';
    }
    const [usualFill, usualStroke] = isText || name === 'image' ? ['none', 'none'] : ['#ffffff', '#000000'];
    const fill = colourOf(style.get('fillColor'), usualFill);
    const stroke = colourOf(style.get('strokeColor'), usualStroke);
    const image = name === 'image' || name === 'label' || style.has('image') ? this.#image(name, box, style) : '';
    if (name === 'image') return image;
    const at = `translate(${short(box.x)} ${short(box.y)})${turnOf(box, style)}`;
    const size = isUpright(style) ? { ...box, width: box.height, height: box.width } : box;
    const stencil = /^stencil\((.*)\)$/.exec(name)?.[1];
    if (stencil !== undefined) {
      const pieces = readStencil(stencil, size, this.#context.limits);
      if (pieces) {
        const drawn = pieces.map(({ path, isFilled, isStroked }) => {
          const paint = this.#painter.paint(style, {
            fill: isFilled ? fill : 'none',
            stroke: isStroked ? stroke : 'none',
          });
          return `<path d="${path}" ${paint}/>`;
        });
        return `<g transform="${at}">${drawn.join('')}</g>`;
      }
    }
    if (isSwimlane(name)) return this.#swimlane(box, style, { fill, stroke });
    const outline = outlineOf(name, size, style);
    if (!outline) this.#tellUnknown(stencil === undefined ? name : 'stencil');
    const { path, lines } = outline ?? rectangle(size.width, size.height, style);
    const body = path === '' ? '' : `<path d="${path}" ${this.#painter.paint(style, { fill, stroke })}/>`;
    const extra =
      lines === undefined || lines === '' || stroke === 'none'
        ? ''
        : `<path d="${lines}" fill="none" ${strokeOf(style, stroke, numberIn(style, 'strokeWidth', 1))}/>`;
    const rows =
      path === '' && fill !== 'none' && fill !== '#ffffff'
        ? `<rect width="${short(size.width)}" height="${short(size.height)}" fill="${escapeXmlAttribute(fill)}"/>`
        : '';
    const drawn = rows + body + extra;
    return drawn === '' ? image : `<g transform="${at}">${drawn}</g>${image}`;
  }

  /** A container with a head: at the top, or at the left where its name is upright. */
  #swimlane(
    { x, y, width, height }: Box,
    style: Style,
    { fill, stroke }: { readonly fill: string; readonly stroke: string },
  ): string {
    const isLevel = style.get('horizontal') !== '0';
    const size = Math.min(numberIn(style, 'startSize', HEADER), isLevel ? height : width);
    const body = colourOf(style.get('swimlaneFillColor'), 'none');
    const { path } = rectangle(width, height, style);
    const head = isLevel ? [width, size] : [size, height];
    const line = style.get('swimlaneLine') === '0' ? 'none' : stroke;
    return [
      `<g transform="translate(${short(x)} ${short(y)})">`,
      body === 'none' ? '' : `<path d="${path}" fill="${escapeXmlAttribute(body)}"/>`,
      size > 0
        ? `<path d="${rectangle(head[0]!, head[1]!, style).path}" ${this.#painter.paint(style, { fill, stroke: line })}/>`
        : '',
      `<path d="${path}" fill="none" ${strokeOf(style, stroke, numberIn(style, 'strokeWidth', 1))}/>`,
      '</g>',
    ].join('');
  }

  #image(name: string, box: Box, style: Style): string {
    const address = style.get('image') ?? '';
    if (address === '') return '';
    // Semicolons part the entries of a style: the one of base64 is left out.
    const data = address.replace(/^(data:image\/[a-z+]+),(?=[A-Za-z0-9+/=]+$)/, '$1;base64,');
    if (!IMAGE_DATA.test(data)) {
      this.#missingImages++;
      return name === 'image'
        ? `<rect x="${short(box.x)}" y="${short(box.y)}" width="${short(box.width)}" height="${short(box.height)}" fill="none" stroke="#999999" stroke-dasharray="3 3"/>`
        : '';
    }
    this.#figures++;
    const inner = name === 'image' ? box : iconBox(box, style);
    const aspect = style.get('imageAspect') === '0' ? ' preserveAspectRatio="none"' : '';
    return `<image x="${short(inner.x)}" y="${short(inner.y)}" width="${short(inner.width)}" height="${short(inner.height)}"${aspect} xlink:href="${escapeXmlAttribute(data)}"/>`;
  }

  #edge(placed: Placed): string {
    const { cell } = placed;
    const { style, label } = cell;
    const route = routeOf(placed, this.#placed);
    if (!route) return '';
    this.#routes.set(cell.id, route);
    for (const [x, y] of route) this.#cover({ x, y, width: 0, height: 0 }, 0);
    const stroke = colourOf(style.get('strokeColor'), '#000000');
    const strokeWidth = numberIn(style, 'strokeWidth', 1);
    const look = (end: 'start' | 'end', usual: string) => ({
      ...{ kind: style.get(`${end}Arrow`) ?? usual, size: numberIn(style, `${end}Size`, 6), stroke, strokeWidth },
      isFilled: style.get(`${end}Fill`) !== '0',
    });
    const points = [...route];
    const [first, second, nextToLast, last] = [route[0]!, route[1]!, route.at(-2)!, route.at(-1)!];
    const heads =
      stroke === 'none'
        ? []
        : [arrowhead(second, first, look('start', 'none')), arrowhead(nextToLast, last, look('end', 'classic'))];
    if (heads[0]) points[0] = heads[0].end;
    if (heads[1]) points[points.length - 1] = heads[1].end;
    const isDouble = ['link', 'flexArrow', 'arrow'].includes(style.get('shape') ?? '');
    const path = pathOf(points, style);
    const line = isDouble
      ? `<path d="${path}" fill="none" ${strokeOf(style, stroke, numberIn(style, 'width', 4) + 2 * strokeWidth)}/><path d="${path}" fill="none" stroke="${escapeXmlAttribute(colourOf(style.get('fillColor'), '#ffffff'))}" stroke-width="${short(numberIn(style, 'width', 4))}"/>`
      : `<path d="${path}" fill="none" ${strokeOf(style, stroke, strokeWidth)}/>`;
    const text = label === '' || isSet(style, 'noLabel') ? '' : labelText(label, style);
    if (text === '') return line + heads.map((head) => head?.shape ?? '').join('');
    this.#texts.push(text);
    const { geometry } = cell;
    const [x, y] = pointOn(route, geometry.isRelative ? geometry.x : 0, geometry.isRelative ? geometry.y : 0);
    const at = { x: x + geometry.offset[0], y: y + geometry.offset[1], width: 0, height: 0 };
    return (
      line +
      heads.map((head) => head?.shape ?? '').join('') +
      drawLabel(label, style, at, {
        align: 'center',
        vertical: 'middle',
        background: '#ffffff',
        cover: (place) => this.#cover(place, 0),
      })
    );
  }

  /** A label on a line: at a share of its length, and beside it. */
  #boxOnEdge({ cell: { geometry } }: Placed, edge: string): Box {
    const route = this.#routes.get(edge);
    if (!route) return { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = geometry.isRelative
      ? pointOn(route, geometry.x, geometry.y)
      : [route[0]![0] + geometry.x, route[0]![1] + geometry.y];
    const { width, height, offset } = geometry;
    return { x: x + offset[0] - width / 2, y: y + offset[1] - height / 2, width, height };
  }

  #tellUnknown(name: string): void {
    this.#unknown.set(name, (this.#unknown.get(name) ?? 0) + 1);
  }

  #cover({ x, y, width, height }: Box, rotation: number): void {
    const bounds = this.#bounds;
    const [cx, cy] = [x + width / 2, y + height / 2];
    const isTurned = rotation % 180 !== 0;
    const reach = isTurned ? Math.hypot(width, height) / 2 : 0;
    const [rx, ry] = isTurned
      ? rotation % 90 === 0
        ? [height / 2, width / 2]
        : [reach, reach]
      : [width / 2, height / 2];
    bounds.left = Math.min(bounds.left, cx - rx);
    bounds.top = Math.min(bounds.top, cy - ry);
    bounds.right = Math.max(bounds.right, cx + rx);
    bounds.bottom = Math.max(bounds.bottom, cy + ry);
  }
}

function isSwimlane(name: string): boolean {
  return name === 'swimlane' || name === 'table';
}

function isUpright(style: Style): boolean {
  return ['north', 'south'].includes(style.get('direction') ?? '');
}

/** Directions turn a shape in its box, and flips mirror it. */
function turnOf({ width, height }: Box, style: Style): string {
  const direction = style.get('direction');
  const [cx, cy] = [short(width / 2), short(height / 2)];
  const flip = [isSet(style, 'flipH') ? -1 : 1, isSet(style, 'flipV') ? -1 : 1];
  const mirrored = flip.includes(-1)
    ? ` translate(${cx} ${cy}) scale(${flip.join(' ')}) translate(${short(-width / 2)} ${short(-height / 2)})`
    : '';
  const turns = { north: -90, south: 90, west: 180 }[direction ?? ''];
  if (turns === undefined) return mirrored;
  const [w, h] = isUpright(style) ? [height, width] : [width, height];
  return `${mirrored} translate(${cx} ${cy}) rotate(${turns}) translate(${short(-w / 2)} ${short(-h / 2)})`;
}

/** The icon of a shape with a label. */
function iconBox({ x, y, width, height }: Box, style: Style): Box {
  const [w, h] = [numberIn(style, 'imageWidth', 24), numberIn(style, 'imageHeight', 24)];
  const spacing = numberIn(style, 'spacing', 8);
  const align = style.get('imageAlign') ?? 'left';
  const vertical = style.get('imageVerticalAlign') ?? 'middle';
  return {
    x: align === 'left' ? x + spacing : align === 'right' ? x + width - w - spacing : x + (width - w) / 2,
    y: vertical === 'top' ? y + spacing : vertical === 'bottom' ? y + height - h - spacing : y + (height - h) / 2,
    width: w,
    height: h,
  };
}
