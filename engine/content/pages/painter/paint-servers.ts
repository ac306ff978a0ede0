import { base64Of } from '../../../io/bytes.ts';
import type { Box } from '../geometry.ts';
import { boxOf, colourOf } from '../interpreter/arguments.ts';
import type { OperatorList } from '../interpreter/page-objects.ts';
import { type Gradient, type Mesh, paintedStops, type Shading, shadingOf } from '../interpreter/shadings.ts';
import type { SoftMask } from '../interpreter/sink.ts';
import type { Paint } from '../interpreter/state.ts';
import { applyMatrix, IDENTITY, invert, type Matrix, matrixOf, multiply, scaleOf } from '../matrix.ts';
import { boxPath } from '../outline.ts';
import { gradientId } from './gradients.ts';
import { drawnMesh } from './mesh.ts';
import { short, transformOf } from './numbers.ts';
import { pngOfRgba } from './png.ts';
import type { Sheet } from './sheet.ts';

/** Pixels of a mesh for each point of the page. */
const MESH_RESOLUTION = 3;
/** Copies of a tile that reaches over its neighbours, along each side. */
const MOST_OVERLAPS = 4;

/** Tiles between those at which a pattern may begin: what is painted side by side shares a definition. */
const TILES_APART = 4;

/** Gradients, patterns and masks: what elements refer to. */
export class PaintServers {
  readonly #sheet: Sheet;
  readonly #depth: number;
  readonly #shadings = new Map<string, Shading | undefined>();

  constructor(sheet: Sheet, depth: number) {
    this.#sheet = sheet;
    this.#depth = depth;
  }

  /**
   * The value of `fill` or `stroke`, or an image that stands for it; nothing where there is nothing to paint. `area` is
   * what is painted.
   */
  valueOf(paint: Paint, area?: Box): string | { readonly image: string } | undefined {
    if (paint.kind === 'none') return undefined;
    if (paint.kind === 'colour') return paint.colour;
    if (paint.kind === 'tiling') return this.#tiling(paint.pattern, paint.matrix, area);
    const shading = this.#shading(paint.id);
    if (!shading) return undefined;
    if ('gradient' in shading) {
      const gradient = paint.recolour ? recoloured(shading.gradient, paint.recolour) : shading.gradient;
      return `url(#${gradientId(gradient, paint.matrix, this.#sheet.definitions)})`;
    }
    return { image: this.#meshImage(paint.id, shading.mesh, paint.matrix) };
  }

  /** Outside of which a shading shows nothing. */
  boxOf(id: string): Box | undefined {
    const shading = this.#shading(id);
    return shading && ('gradient' in shading ? shading.gradient.box : shading.mesh.box);
  }

  #shading(id: string): Shading | undefined {
    if (!this.#shadings.has(id)) {
      const described = this.#sheet.objects.shading(id);
      this.#shadings.set(id, described && shadingOf(described));
    }
    return this.#shadings.get(id);
  }

  #meshImage(id: string, mesh: Mesh, matrix: Matrix): string {
    const { bounds } = mesh;
    const image = this.#sheet.definitions.once(`mesh ${id}`, 'i', (name) => {
      this.#sheet.losses.meshes++;
      const png = base64Of(pngOfRgba(drawnMesh(mesh, MESH_RESOLUTION * scaleOf(matrix))));
      const place = `x="${short(bounds.x0)}" y="${short(bounds.y0)}" width="${short(bounds.x1 - bounds.x0)}" height="${short(bounds.y1 - bounds.y0)}"`;
      return `<image id="${name}" ${place} preserveAspectRatio="none" xlink:href="data:image/png;base64,${png}"/>`;
    });
    return `<use xlink:href="#${image}" transform="${transformOf(matrix)}"/>`;
  }

  /** `TilingPattern`, colour, operators, matrix, box, steps, whether it has colours of its own (1) or takes one (2). */
  #tiling(description: readonly unknown[], base: Matrix, painted: Box | undefined): string | undefined {
    const [, colour, operators, own, box, stepX, stepY, paintType] = description;
    const area = boxOf(box);
    const [width, height] = [Math.abs(Number(stepX)), Math.abs(Number(stepY))];
    if (!area || !operators || !(width > 0 && height > 0)) return undefined;
    const matrix = multiply(base, matrixOf(own as ArrayLike<unknown>) ?? IDENTITY);
    const tint = Number(paintType) === 2 ? colourOf(colour) : undefined;
    const { definitions } = this.#sheet;
    const content = this.#cell(operators as OperatorList, area, tint);
    if (content === '') return undefined;
    const place = `x="${short(area.x0)}" y="${short(area.y0)}" width="${short(width)}" height="${short(height)}"`;
    const tile = `${place} patternUnits="userSpaceOnUse" patternTransform="${transformOf(matrix)}">${overlapping(content, area, width, height)}</pattern>`;
    const pattern = definitions.once(`pattern ${tile}`, 'p', (id) => `<pattern id="${id}" ${tile}`);
    const moved = painted && movedNear(painted, matrix, { area, width, height });
    if (!moved) return `url(#${pattern})`;
    const near = `xlink:href="#${pattern}" patternTransform="${transformOf(moved)}"/>`;
    return `url(#${definitions.once(`pattern ${near}`, 'p', (id) => `<pattern id="${id}" ${near}`)})`;
  }

  #cell(operators: OperatorList, area: Box, tint: string | undefined): string {
    return this.#sheet.paint(this.#sheet, operators, {
      matrix: IDENTITY,
      bounds: area,
      isClipped: true,
      ...(tint !== undefined && { colour: { kind: 'colour', colour: tint } }),
      depth: this.#depth + 1,
    });
  }

  /** The attribute value of a soft mask (ISO 32000-2, 11.5). */
  mask(content: string, { subtype, backdrop, transferMap }: SoftMask, bounds: Box): string {
    const { definitions } = this.#sheet;
    const isAlpha = subtype === 'Alpha';
    const ground = isAlpha ? undefined : (colourOf(backdrop) ?? (transferMap ? '#000000' : undefined));
    const backdropPath = ground === undefined ? '' : `<path d="${boxPath(bounds)}" fill="${ground}"/>`;
    const curve = transferMap ? ` filter="url(#${this.#transfer(transferMap, isAlpha)})"` : '';
    const place = `x="${short(bounds.x0)}" y="${short(bounds.y0)}" width="${short(bounds.x1 - bounds.x0)}" height="${short(bounds.y1 - bounds.y0)}"`;
    const type = isAlpha ? ' mask-type="alpha"' : '';
    const inner = curve === '' ? `${backdropPath}${content}` : `<g${curve}>${backdropPath}${content}</g>`;
    const key = `${place} maskUnits="userSpaceOnUse"${type}>${inner}</mask>`;
    return `url(#${definitions.once(`mask ${key}`, 'm', (id) => `<mask id="${id}" ${key}`)})`;
  }

  #transfer(map: ArrayLike<number>, isAlpha: boolean): string {
    const table = Array.from({ length: 17 }, (_, index) => short((map[Math.min(255, index * 16)] ?? 0) / 255)).join(
      ' ',
    );
    const channels = isAlpha ? ['A'] : ['R', 'G', 'B'];
    const functions = channels.map((channel) => `<feFunc${channel} type="table" tableValues="${table}"/>`).join('');
    const content = `color-interpolation-filters="sRGB"><feComponentTransfer>${functions}</feComponentTransfer></filter>`;
    return this.#sheet.definitions.once(`filter ${content}`, 'f', (id) => `<filter id="${id}" ${content}`);
  }
}

function recoloured(gradient: Gradient, recolour: NonNullable<ShadingPaint['recolour']>): Gradient {
  const painted = new Set(paintedStops(gradient));
  const stops = gradient.stops.map((stop) => {
    if (!painted.has(stop)) return stop;
    const { color, alpha } = recolour(stop[1]);
    return [stop[0], color, alpha] as const;
  });
  return { ...gradient, stops };
}

type ShadingPaint = Extract<Paint, { kind: 'shading' }>;

/**
 * A pattern's matrix to a tile near what is painted; nothing where its first tile is. Some programs draw a tile in whole
 * pixels (resvg does), and each tile is farther off than the one before it.
 */
function movedNear(
  painted: Box,
  matrix: Matrix,
  { area, width, height }: { readonly area: Box; readonly width: number; readonly height: number },
): Matrix | undefined {
  const inverse = invert(matrix);
  if (!inverse) return undefined;
  const [x, y] = applyMatrix(inverse, (painted.x0 + painted.x1) / 2, (painted.y0 + painted.y1) / 2);
  const columns = TILES_APART * Math.round((x - area.x0) / width / TILES_APART);
  const rows = TILES_APART * Math.round((y - area.y0) / height / TILES_APART);
  const isFirst = columns === 0 && rows === 0;
  // An empty area has no middle.
  if (isFirst || !Number.isFinite(columns + rows)) return undefined;
  return multiply(matrix, [1, 0, 0, 1, columns * width, rows * height]);
}

/** Tiles that are larger than their distance lie over their neighbours: each holds what reaches in from those. */
function overlapping(content: string, area: Box, width: number, height: number): string {
  const copies = (size: number, step: number): number =>
    Math.min(MOST_OVERLAPS, Math.max(0, Math.ceil(size / step - 1e-3) - 1));
  const [columns, rows] = [copies(area.x1 - area.x0, width), copies(area.y1 - area.y0, height)];
  const parts: string[] = [];
  for (let row = rows; row >= 0; row--) {
    for (let column = columns; column >= 0; column--) {
      const isFirst = row === 0 && column === 0;
      const move = `translate(${short(-column * width)} ${short(-row * height)})`;
      parts.push(isFirst ? content : `<g transform="${move}">${content}</g>`);
    }
  }
  return parts.join('');
}
