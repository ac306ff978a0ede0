import { short } from '../../content/pages/painter/numbers.ts';
import { escapeXml, escapeXmlAttribute } from '../../io/xml.ts';
import { arrowhead } from './arrowhead.ts';
import type { Element, Point, Scene } from './scene.ts';

/** Pixels around what is drawn. */
const PADDING = 10;
/** Radius of rounded corners, and the share of the shorter side that it takes at most. */
const [RADIUS, RADIUS_SHARE] = [32, 0.25];
/** Distance of the lines of a hatching, by the width of the strokes. */
const HATCHING = 4;
/** What the program draws by hand is about so much wider than its strokes. */
const HAND = 2;
/** By the number of the family: drawn by hand, normal, for code. */
const FONTS: Readonly<Record<number, string>> = {
  2: 'Helvetica, Arial, sans-serif',
  3: "Cascadia, 'Courier New', monospace",
  6: 'Nunito, Arial, sans-serif',
  8: "'Comic Shanns', 'Courier New', monospace",
  9: "'Liberation Sans', Arial, sans-serif",
};
const HAND_FONT = 'Excalifont, Virgil, Arial, sans-serif';

/** A board as SVG. Only links and images for which `keepLink` and `keepImage` say so are in it. */
export interface Rules {
  readonly keepLink: (address: string) => boolean;
  readonly keepImage: (address: string) => boolean;
}

export function drawScene({ background, elements }: Scene, rules: Rules): string {
  const [left, top, right, bottom] = boundsOf(elements);
  const [x, y] = [left - PADDING, top - PADDING];
  const [width, height] = [right - left + 2 * PADDING, bottom - top + 2 * PADDING];
  const box = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
  const hatchings = new Map<string, string>();
  const shapes = elements.map((element) => drawElement(element, rules, hatchings)).filter((shape) => shape !== '');
  const definitions = hatchings.size === 0 ? '' : `<defs>${[...hatchings.values()].join('')}</defs>\n`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
    `width="${short(width)}" height="${short(height)}" viewBox="${short(x)} ${short(y)} ${short(width)} ${short(height)}">\n` +
    `${definitions}<rect ${box} fill="${background}"/>\n<g stroke-linecap="round" stroke-linejoin="round">\n${shapes.join('\n')}\n</g>\n</svg>\n`
  );
}

function drawElement(element: Element, rules: Rules, hatchings: Map<string, string>): string {
  const shape = shapeOf(element, rules, hatchings);
  if (shape === '') return '';
  const { angle, opacity, link } = element;
  const [cx, cy] = middleOf(element);
  const turn = angle === 0 ? '' : ` transform="rotate(${short((angle * 180) / Math.PI)} ${short(cx)} ${short(cy)})"`;
  const fade = opacity === 1 ? '' : ` opacity="${short(opacity)}"`;
  const group = `<g${turn}${fade}>${shape}</g>`;
  return link && rules.keepLink(link) ? `<a xlink:href="${escapeXmlAttribute(link)}">${group}</a>` : group;
}

function shapeOf(element: Element, { keepImage }: Rules, hatchings: Map<string, string>): string {
  const { type, x, y, width, height, image, isRounded } = element;
  const box = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
  const radius = isRounded ? Math.min(RADIUS, RADIUS_SHARE * Math.min(width, height)) : 0;
  switch (type) {
    case 'rectangle':
    case 'embeddable':
    case 'iframe':
      return `<rect ${box} rx="${short(radius)}" ${paintOf(element, hatchings)}/>`;
    case 'ellipse': {
      const [cx, cy] = middleOf(element);
      return `<ellipse cx="${short(cx)}" cy="${short(cy)}" rx="${short(width / 2)}" ry="${short(height / 2)}" ${paintOf(element, hatchings)}/>`;
    }
    case 'diamond': {
      const corners = [
        [x + width / 2, y],
        [x + width, y + height / 2],
        [x + width / 2, y + height],
        [x, y + height / 2],
      ] as const;
      return `<polygon points="${corners.map(pair).join(' ')}" ${paintOf(element, hatchings)}/>`;
    }
    case 'line':
    case 'arrow':
    case 'freedraw':
      return drawLine(element, hatchings);
    case 'text':
      return drawText(element);
    case 'frame':
    case 'magicframe':
      return `<rect ${box} rx="8" fill="none" stroke="#bbbbbb" stroke-width="2"/>${drawName(element)}`;
    case 'image':
      return image !== undefined && keepImage(image)
        ? `<image ${box} preserveAspectRatio="none" xlink:href="${escapeXmlAttribute(image)}"${turnOver(element)}/>`
        : '';
    default:
      return '';
  }
}

function drawLine(element: Element, hatchings: Map<string, string>): string {
  const { type, points, x, y, isRounded, strokeWidth, stroke, startArrowhead, endArrowhead } = element;
  const placed = points.map(([dx, dy]): Point => [x + dx, y + dy]);
  if (placed.length < 2) return '';
  const path = isRounded && type !== 'freedraw' ? curveThrough(placed) : `M${placed.map(pair).join('L')}`;
  const isClosed = placed.length > 2 && pair(placed[0]!) === pair(placed.at(-1)!);
  const hand = { ...element, strokeWidth: type === 'freedraw' ? strokeWidth * HAND : strokeWidth };
  const paint = paintOf(isClosed ? hand : { ...hand, fill: 'transparent' }, hatchings);
  const line = `<path d="${path}" ${paint}/>`;
  const heads = [
    startArrowhead && arrowhead(startArrowhead, placed[1]!, placed[0]!, { stroke, strokeWidth }),
    endArrowhead && arrowhead(endArrowhead, placed.at(-2)!, placed.at(-1)!, { stroke, strokeWidth }),
  ];
  return line + heads.filter((head) => head !== undefined).join('');
}

/** A curve through all points (Catmull-Rom as Bézier). */
function curveThrough(points: readonly Point[]): string {
  let path = `M${pair(points[0]!)}`;
  for (let at = 0; at < points.length - 1; at++) {
    const [from, to] = [points[at]!, points[at + 1]!];
    const [before, after] = [points[at - 1] ?? from, points[at + 2] ?? to];
    const first: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const second: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    path += `C${pair(first)} ${pair(second)} ${pair(to)}`;
  }
  return path;
}

function drawText(element: Element): string {
  const { x, y, width, text, fontSize, fontFamily, textAlign, lineHeight, stroke } = element;
  const [anchor, at] =
    textAlign === 'center' ? ['middle', x + width / 2] : textAlign === 'right' ? ['end', x + width] : ['start', x];
  const height = fontSize * lineHeight;
  const style = `font-family="${escapeXmlAttribute(FONTS[fontFamily] ?? HAND_FONT)}" font-size="${short(fontSize)}" fill="${stroke}"`;
  const lines = text.split(/\r?\n/).map((line, index) => {
    // Half of the height of small letters and capitals lies above the middle of the line.
    const baseline = y + height * (index + 0.5) + fontSize * 0.35;
    return line.trim() === ''
      ? ''
      : `<text x="${short(at)}" y="${short(baseline)}" text-anchor="${anchor}" ${style}>${escapeXml(line)}</text>`;
  });
  return lines.join('');
}

function drawName({ x, y, text }: Element): string {
  if (text === '') return '';
  return `<text x="${short(x)}" y="${short(y - 6)}" font-family="Arial, sans-serif" font-size="14" fill="#999999">${escapeXml(text)}</text>`;
}

function paintOf(element: Element, hatchings: Map<string, string>): string {
  const { stroke, strokeWidth, strokeStyle } = element;
  const dashes = {
    dashed: `${short(strokeWidth * 4 + 4)} ${short(strokeWidth * 2 + 4)}`,
    dotted: `0.1 ${short(strokeWidth * 2 + 3)}`,
  };
  const dash = dashes[strokeStyle as keyof typeof dashes];
  const style = dash === undefined ? '' : ` stroke-dasharray="${dash}"`;
  return `fill="${fillOf(element, hatchings)}" stroke="${stroke}" stroke-width="${short(strokeWidth)}"${style}`;
}

function fillOf({ fill, fillStyle, strokeWidth }: Element, hatchings: Map<string, string>): string {
  if (fill === 'transparent') return 'none';
  if (fillStyle === 'solid') return fill;
  const key = `${fill} ${fillStyle} ${strokeWidth}`;
  const id = `hatching-${hatchings.has(key) ? [...hatchings.keys()].indexOf(key) : hatchings.size}`;
  const step = short(Math.max(1, strokeWidth) * HATCHING);
  const across = fillStyle === 'cross-hatch' ? `M0 0V${step}M0 0H${step}` : `M0 0V${step}`;
  hatchings.set(
    key,
    `<pattern id="${id}" width="${step}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(49)">` +
      `<path d="${across}" stroke="${fill}" stroke-width="${short(Math.max(1, strokeWidth))}"/></pattern>`,
  );
  return `url(#${id})`;
}

function turnOver(element: Element): string {
  const [sx, sy] = element.scale.map((side) => (side < 0 ? -1 : 1)) as [number, number];
  if (sx === 1 && sy === 1) return '';
  const [cx, cy] = middleOf(element);
  return ` transform="translate(${short(cx)} ${short(cy)}) scale(${sx} ${sy}) translate(${short(-cx)} ${short(-cy)})"`;
}

function middleOf({ x, y, width, height, points }: Element): Point {
  if (points.length === 0) return [x + width / 2, y + height / 2];
  const [left, top, right, bottom] = boxOf(points);
  return [x + (left + right) / 2, y + (top + bottom) / 2];
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

function boundsOf(elements: readonly Element[]): Box {
  return boxOf(elements.flatMap(cornersOf));
}

/** The corners of what an element covers, turned with it. */
function cornersOf(element: Element): Point[] {
  const { x, y, width, height, points, angle, strokeWidth, type } = element;
  const [left, top, right, bottom] = points.length > 0 ? boxOf(points) : [0, 0, width, height];
  const above = type === 'frame' || type === 'magicframe' ? 24 : 0;
  const edge = strokeWidth / 2;
  const [cx, cy] = middleOf(element);
  return (
    [
      [x + left - edge, y + top - edge - above],
      [x + right + edge, y + top - edge - above],
      [x + right + edge, y + bottom + edge],
      [x + left - edge, y + bottom + edge],
    ] as const
  ).map(([px, py]) => turned([px, py], [cx, cy], angle));
}

function turned([x, y]: Point, [cx, cy]: Point, angle: number): Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
}

function boxOf(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points)
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  return [left, top, right, bottom];
}

function pair([x, y]: Point): string {
  return `${short(x)} ${short(y)}`;
}
