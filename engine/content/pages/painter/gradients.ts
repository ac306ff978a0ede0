import { hasColour, type Gradient, type Stop } from '../interpreter/shadings.ts';
import type { Matrix } from '../matrix.ts';
import type { Definitions } from './drawing.ts';
import { short, transformOf } from './numbers.ts';

/** The id of a gradient whose coordinates this matrix brings into those of the element. */
export function gradientId(gradient: Gradient, matrix: Matrix, definitions: Definitions): string {
  const transform = ` gradientUnits="userSpaceOnUse" gradientTransform="${transformOf(matrix)}"`;
  const { element, attributes, stops } = gradient.kind === 'axial' ? linear(gradient) : radial(gradient);
  const content = `${attributes}${transform}>${stopsOf(stops)}</${element}>`;
  return definitions.once(`gradient ${content}`, 'p', (id) => `<${element} id="${id}"${content}`);
}

interface Written {
  readonly element: string;
  readonly attributes: string;
  readonly stops: readonly Stop[];
}

function linear({ from, to, stops }: Gradient): Written {
  const attributes = ` x1="${short(from[0])}" y1="${short(from[1])}" x2="${short(to[0])}" y2="${short(to[1])}"`;
  return { element: 'linearGradient', attributes, stops };
}

/**
 * The circles of a gradient shrink to a point when they are carried on beyond the smaller one: from there the gradient
 * of SVG starts, whose first circle is a point.
 */
function radial(gradient: Gradient): Written {
  const isGrowing = gradient.toRadius >= gradient.fromRadius;
  const [small, smallRadius] = isGrowing ? [gradient.from, gradient.fromRadius] : [gradient.to, gradient.toRadius];
  const [large, largeRadius] = isGrowing ? [gradient.to, gradient.toRadius] : [gradient.from, gradient.fromRadius];
  const ordered = isGrowing
    ? gradient.stops
    : gradient.stops.map(([at, ...colours]) => [1 - at, ...colours] as const).toReversed();
  const growth = largeRadius - smallRadius;
  const apex = growth > 0 ? -smallRadius / growth : 0;
  const focus = [small[0] + apex * (large[0] - small[0]), small[1] + apex * (large[1] - small[1])] as const;
  const stops = ordered.map(([at, ...colours]) => [(at - apex) / (1 - apex), ...colours] as const);
  const attributes = ` cx="${short(large[0])}" cy="${short(large[1])}" r="${short(largeRadius)}" fx="${short(focus[0])}" fy="${short(focus[1])}"`;
  return { element: 'radialGradient', attributes, stops };
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map(([at, colour, alpha = 1], index) => {
      const isEnd = !hasColour(stops, index);
      const opacity = isEnd ? ' stop-opacity="0"' : alpha < 1 ? ` stop-opacity="${short(alpha)}"` : '';
      const shown = isEnd ? (stops[index === 0 ? 1 : index - 1]?.[1] ?? colour) : colour;
      return `<stop offset="${Math.max(0, Math.min(1, Number(at.toFixed(6))))}" stop-color="${shown}"${opacity}/>`;
    })
    .join('');
}
