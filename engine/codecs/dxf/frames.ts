import { product, type Matrix } from '../../content/mesh/model.ts';
import { rotated, scaled, translated } from '../../content/mesh/transforms.ts';
import { axesOf, type Direction, type Matrix as PlaneMatrix } from './curves.ts';
import { numberOf, type Block, type Entity } from './document.ts';

/** The direction in which an entity has its thickness. */
export function extrusionOf(entity: Entity): Direction {
  return [numberOf(entity, 210), numberOf(entity, 220), numberOf(entity, 230, 1)];
}

/** From the coordinates of an entity, where they are of its own plane, to those of what it stands in. */
export function frameOf(entity: Entity): Matrix {
  const [across, up, normal] = axesOf(extrusionOf(entity));
  return Float64Array.of(...across, 0, ...up, 0, ...normal, 0, 0, 0, 0, 1);
}

/** From the coordinates of a block to those of where it is inserted, for each place of its columns and rows. */
export function placerOfBlock(insert: Entity, { base }: Block): (column: number, row: number) => Matrix {
  const [x, y, z] = base;
  const at = translated(numberOf(insert, 10), numberOf(insert, 20), numberOf(insert, 30));
  const turned = product(product(frameOf(insert), at), rotated(0, 0, 1, numberOf(insert, 50)));
  const sized = scaled(numberOf(insert, 41, 1), numberOf(insert, 42, 1), numberOf(insert, 43, 1));
  const own = product(sized, translated(-x, -y, -z));
  const [across, up] = [numberOf(insert, 44), numberOf(insert, 45)];
  return (column, row) => product(turned, product(translated(column * across, row * up, 0), own))!;
}

/** What a transformation does to what is seen from above, at the height of its origin. */
export function seenFromAbove(transform: Matrix): PlaneMatrix {
  const at = (index: number): number => transform[index]!;
  return [at(0), at(1), at(4), at(5), at(12), at(13)];
}
