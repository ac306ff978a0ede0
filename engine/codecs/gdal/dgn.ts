import type { RunContext } from '../../contract/codec.ts';
import { startedGdal } from '../../content/listing/map/gdal/library.ts';
import { readingOf, readLayer } from '../../content/listing/map/gdal/reader.ts';
import { STYLE, styleOf, type Style } from '../../content/listing/map/gdal/style.ts';
import type { FlatFeature } from '../../content/listing/map/flatgeobuf/reader.ts';
import type { Geometry } from '../../content/listing/map/features.ts';
import { textOfValue } from '../../content/listing/model.ts';
import { decodeText } from '../../io/text-encoding.ts';
import { tellUndrawn } from './dgn-elements.ts';

/* Drawings of MicroStation before its version 8 (DGN, ISFF). */

/** An element as it is drawn, at the coordinates of the drawing. */
export interface Mark {
  readonly level: string;
  readonly geometry: Geometry;
  readonly colour: string;
  /** Pixels. */
  readonly width: number;
  /** Of a filled shape. */
  readonly fill?: string;
  readonly label?: Label;
}

export interface Label {
  readonly text: string;
  /** Of capital letters, in the unit of the drawing. */
  readonly height: number;
  /** Degrees against the clock. */
  readonly angle: number;
}

export interface Drawing {
  readonly marks: readonly Mark[];
}

/** A third axis is in the first byte of a file. */
const HAS_HEIGHTS = 0xc8;
/** White on the black background of the program. */
const [WHITE, BLACK] = ['#ffffff', '#000000'];

/** The elements in their order. Throws `input_truncated`, and tells of those that are not drawn. */
export function readDrawing(bytes: Uint8Array, context: RunContext): Drawing {
  const source = {
    ...{
      files: new Map([['drawing.dgn', bytes]]),
      main: 'drawing.dgn',
      driver: 'DGN',
      hasHeights: bytes[0] === HAS_HEIGHTS,
    },
    select: () => ['-sql', `SELECT *, ${STYLE} FROM elements`],
    // The format does not say how its texts are encoded.
    decode: (text: Uint8Array) => decodeText(text).text,
  };
  using map = startedGdal().open(source);
  const reading = readingOf(context);
  const layers = map.layers.flatMap((info) => readLayer(map, info, { source, reading }) ?? []);
  tellUndrawn(bytes, context);
  return { marks: layers.flatMap(({ found }) => found.flatMap((feature) => markOf(feature) ?? [])) };
}

function markOf({ geometry, names, values }: FlatFeature): Mark | undefined {
  if (!geometry) return undefined;
  const textIn = (name: string): string => textOfValue(values[names.lastIndexOf(name)] ?? null);
  const style = styleOf(textIn(STYLE));
  const [pen, brush] = [style.get('PEN'), style.get('BRUSH')];
  const label = labelOf(style);
  const fill = brush && shown(brush.get('fc'));
  return {
    level: textIn('Level'),
    geometry: withPoints(geometry),
    colour: shown((style.get('LABEL') ?? pen)?.get('c') ?? brush?.get('fc')),
    width: Math.max(1, Number.parseFloat(pen?.get('w') ?? '1') || 1),
    ...(fill !== undefined && { fill }),
    ...(label && { label }),
  };
}

/** Points are lines that end where they begin. */
function withPoints(geometry: Geometry): Geometry {
  if (geometry.type !== 'LineString') return geometry;
  const [first, ...others] = geometry.coordinates;
  const isPoint = others.every((place) => place[0] === first![0] && place[1] === first![1]);
  return isPoint ? { type: 'Point', coordinates: first! } : geometry;
}

function labelOf(style: Style): Label | undefined {
  const label = style.get('LABEL');
  const text = label?.get('t')?.trim() ?? '';
  if (!label || text === '') return undefined;
  const [height, angle] = ['s', 'a'].map((name) => Number.parseFloat(label.get(name) ?? '0'));
  return { text, height: height || 1, angle: angle || 0 };
}

function shown(colour: string | undefined): string {
  const plain = /^#[\da-f]{6}/i.exec(colour ?? '')?.[0].toLowerCase() ?? BLACK!;
  return plain === WHITE ? BLACK! : plain;
}
