import type { ShownBox, Turn } from '../../contract/facts.ts';
import type { Box } from './boxes.ts';

/** The turns of text as a viewer shows it, clockwise by quarters. */
const TURNS: readonly (Turn | undefined)[] = [undefined, 'right', 'over', 'left'];

/** From the coordinates of a page to those of the page as a viewer shows it: points from its upper left corner. */
export class ShownPlace {
  readonly #page: Box;
  readonly quarters: number;
  readonly size: { readonly width: number; readonly height: number };

  constructor(page: Box = { left: 0, bottom: 0, right: 0, top: 0 }, quarters: number) {
    this.#page = page;
    this.quarters = quarters & 3;
    const [across, up] = [page.right - page.left, page.top - page.bottom];
    this.size = this.quarters % 2 === 0 ? { width: across, height: up } : { width: up, height: across };
  }

  /** Left, top, width and height in whole points. */
  boxOf(box: Box): ShownBox {
    return this.exactBoxOf(box).map(Math.round) as unknown as ShownBox;
  }

  /** Left, top, width and height. */
  exactBoxOf(box: Box): ShownBox {
    const { left, right, top, bottom } = this.#page;
    switch (this.quarters) {
      case 1:
        return between(box.bottom - bottom, box.top - bottom, box.left - left, box.right - left);
      case 2:
        return between(right - box.right, right - box.left, box.bottom - bottom, box.top - bottom);
      case 3:
        return between(top - box.top, top - box.bottom, right - box.right, right - box.left);
      default:
        return between(box.left - left, box.right - left, top - box.top, top - box.bottom);
    }
  }

  /** Number of the field in which the middle of a box lies: the page has so many along each side, row by row. */
  fieldOf(box: Box, fields: number): number {
    const [left, top, width, height] = this.boxOf(box);
    const field = (middle: number, size: number): number =>
      Math.max(0, Math.min(fields - 1, Math.floor((middle / Math.max(1, size)) * fields)));
    return field(top + height / 2, this.size.height) * fields + field(left + width / 2, this.size.width);
  }

  /** How text is turned that is at this angle on the page, counter-clockwise. */
  turnOf(angle: number): Turn | undefined {
    return TURNS[(this.quarters + 4 - angle / 90) % 4];
  }
}

function between(left: number, right: number, top: number, bottom: number): ShownBox {
  return [left, top, right - left, bottom - top];
}
