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

/** From the coordinates of a block to those of what `outer` leads to, at each place of its rows and columns in turn. */
export function* placesOfBlock(insert: Entity, { base }: Block, outer: Matrix): Generator<Matrix> {
  const [x, y, z] = base;
  const at = translated(numberOf(insert, 10), numberOf(insert, 20), numberOf(insert, 30));
  const turned = [frameOf(insert), at, rotated(0, 0, 1, numberOf(insert, 50))].reduce(joined, outer);
  const sized = scaled(numberOf(insert, 41, 1), numberOf(insert, 42, 1), numberOf(insert, 43, 1));
  const first = [sized, translated(-x, -y, -z)].reduce(joined, turned);
  const [columns, rows] = [70, 71].map((group) => Math.max(1, numberOf(insert, group, 1))) as [number, number];
  const [across, up] = [numberOf(insert, 44), numberOf(insert, 45)];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const place = first.slice();
      for (let axis = 0; axis < 3; axis++)
        place[12 + axis]! += column * across * turned[axis]! + row * up * turned[4 + axis]!;
      yield place;
    }
}

function joined(outer: Matrix, inner: Matrix): Matrix {
  return product(outer, inner)!;
}

/** What a transformation does to what is seen from above, at the height of its origin. */
export function seenFromAbove(transform: Matrix): PlaneMatrix {
  const at = (index: number): number => transform[index]!;
  return [at(0), at(1), at(4), at(5), at(12), at(13)];
}
