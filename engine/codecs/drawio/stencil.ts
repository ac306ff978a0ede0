import type { Limits } from '../../contract/limits.ts';
import { bytesOfBase64 } from '../../io/bytes.ts';
import { inflateRaw } from '../../io/compression.ts';
import { childAt, parseXmlTree, type XmlNode } from '../../io/xml-tree.ts';
import { short } from '../../content/pages/painter/numbers.ts';
import type { Box } from './model.ts';

const MOST_CHARS = 1 << 20;

/** Pieces of a shape that a diagram brings along, each with what is painted of it. */
export interface StencilPiece {
  readonly path: string;
  readonly isFilled: boolean;
  readonly isStroked: boolean;
}

/** A shape in `shape=stencil(…)`: XML packed as pages are, in units of its own. Undefined for what cannot be read. */
export function readStencil(packed: string, box: Box, limits: Limits): StencilPiece[] | undefined {
  try {
    const bytes = inflateRaw(bytesOfBase64(packed), { maxOutputLength: MOST_CHARS });
    const shape = childAt(parseXmlTree(decodeURIComponent(new TextDecoder().decode(bytes)), limits), 'shape');
    return shape && piecesOf(shape, box);
  } catch {
    return undefined;
  }
}

function piecesOf(shape: XmlNode, { width, height }: Box): StencilPiece[] {
  const size = (name: string): number => Math.max(0.001, Number(shape.attributes.get(name)) || 100);
  const [w, h] = [size('w'), size('h')];
  // Those of a fixed aspect stand in the middle.
  const isFixed = shape.attributes.get('aspect') === 'fixed';
  const scale = Math.min(width / w, height / h);
  const [sx, sy] = isFixed ? [scale, scale] : [width / w, height / h];
  const [dx, dy] = [(width - w * sx) / 2, (height - h * sy) / 2];
  const pen = new Pen(sx, sy, dx, dy);
  for (const part of [childAt(shape, 'background'), childAt(shape, 'foreground')]) pen.follow(part?.children ?? []);
  return pen.pieces;
}

class Pen {
  readonly pieces: StencilPiece[] = [];
  #path = '';
  readonly #scale: (x: number, y: number) => string;
  readonly #length: (x: number, y: number) => string;

  constructor(sx: number, sy: number, dx: number, dy: number) {
    this.#scale = (x, y) => `${short(dx + x * sx)} ${short(dy + y * sy)}`;
    this.#length = (x, y) => `${short(Math.abs(x * sx))} ${short(Math.abs(y * sy))}`;
  }

  follow(commands: readonly XmlNode[]): void {
    for (const command of commands) this.#do(command);
  }

  #do({ name, attributes, children }: XmlNode): void {
    const number = (key: string): number => Number(attributes.get(key)) || 0;
    const at = (x: string, y: string): string => this.#scale(number(x), number(y));
    switch (name) {
      case 'path':
        this.#path = '';
        this.follow(children);
        break;
      case 'move':
        this.#path += `M${at('x', 'y')}`;
        break;
      case 'line':
        this.#path += `L${at('x', 'y')}`;
        break;
      case 'quad':
        this.#path += `Q${at('x1', 'y1')} ${at('x2', 'y2')}`;
        break;
      case 'curve':
        this.#path += `C${at('x1', 'y1')} ${at('x2', 'y2')} ${at('x3', 'y3')}`;
        break;
      case 'arc': {
        const flags = `${number('x-axis-rotation')} ${number('large-arc-flag') ? 1 : 0} ${number('sweep-flag') ? 1 : 0}`;
        this.#path += `A${this.#length(number('rx'), number('ry'))} ${flags} ${at('x', 'y')}`;
        break;
      }
      case 'close':
        this.#path += 'Z';
        break;
      case 'rect':
      case 'roundrect': {
        const [x, y, w, h] = [number('x'), number('y'), number('w'), number('h')];
        this.#path = `M${this.#scale(x, y)}L${this.#scale(x + w, y)}L${this.#scale(x + w, y + h)}L${this.#scale(x, y + h)}Z`;
        break;
      }
      case 'ellipse': {
        const [x, y, w, h] = [number('x'), number('y'), number('w'), number('h')];
        const arc = `A${this.#length(w / 2, h / 2)} 0 1 1 `;
        this.#path = `M${this.#scale(x, y + h / 2)}${arc}${this.#scale(x + w, y + h / 2)}${arc}${this.#scale(x, y + h / 2)}Z`;
        break;
      }
      case 'fillstroke':
      case 'fill':
      case 'stroke':
        if (this.#path.startsWith('M'))
          this.pieces.push({ path: this.#path, isFilled: name !== 'stroke', isStroked: name !== 'fill' });
        break;
      default:
    }
  }
}
