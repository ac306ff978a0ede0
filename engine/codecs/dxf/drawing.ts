import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { BY_BLOCK, BY_LAYER, colourOfNumber, colourOfRgb } from './colours.ts';
import { combined, IDENTITY, mapped, mapPath, type Matrix, type Path, type Point } from './curves.ts';
import { keyOf, numberOf, textOf, type DxfDocument, type Entity, type Layer } from './document.ts';
import { labelOf, type Label } from './labels.ts';
import { hatchPaths, pathsOf, planeOfEntity, pointOf, solidPath } from './shapes.ts';

/** Segments and letters of a drawing that a browser still shows. */
const MOST_PARTS = 2_000_000;
const MOST_NESTED = 32;
const RADIANS = Math.PI / 180;

interface Pen {
  readonly colour: string;
  /** Hundredths of a millimetre. */
  readonly weight: number;
  readonly dashes: readonly number[];
}

export type Mark = { readonly layer: string; readonly pen: Pen } & (
  | { readonly kind: 'lines' | 'fill' | 'hatching'; readonly paths: readonly Path[] }
  | { readonly kind: 'label'; readonly label: Label }
  | { readonly kind: 'point'; readonly at: Point }
);

export interface Drawn {
  readonly marks: readonly Mark[];
  /** Entities that are not drawn, by their types. */
  readonly dropped: ReadonlyMap<string, number>;
  readonly hidden: number;
}

/** What a block is drawn with: what its entities do not say themselves is that of where it stands. */
interface Around {
  readonly matrix: Matrix;
  readonly layer: string;
  readonly colour: string;
  readonly depth: number;
}

const PLAIN: Layer = { colour: 7, trueColour: undefined, isShown: true, lineType: 'CONTINUOUS', lineWeight: -3 };
/** Entities without a look of their own. */
const UNSEEN: ReadonlySet<string> = new Set(['ATTDEF', 'VIEWPORT', 'SEQEND', 'ACAD_PROXY_ENTITY', 'ENDSEC']);

/** Everything of the model that shows, in the coordinates of the drawing. */
export function drawModel(document: DxfDocument, context: RunContext): Drawn {
  const drawer = new Drawer(document, context);
  const around = { matrix: IDENTITY, layer: '0', colour: colourOfNumber(7), depth: 0 };
  for (const entity of document.entities) drawer.add(entity, around);
  if (drawer.marks.length === 0) throw nothingDrawn(drawer);
  return drawer;
}

function nothingDrawn({ dropped, hidden }: Drawn): ConversionError {
  const types = [...dropped.keys()].slice(0, 5).map((type) => type.slice(0, 40));
  const why =
    types.length > 0
      ? `it holds only what is not drawn here (${types.join(', ')})`
      : `all of its ${hidden} parts are hidden`;
  return new ConversionError({
    code: 'unsupported_conversion',
    message: `The drawing shows nothing: ${dropped.size + hidden > 0 ? why : 'its blocks are empty'}.`,
    details: { hidden },
  });
}

class Drawer implements Drawn {
  readonly marks: Mark[] = [];
  readonly dropped = new Map<string, number>();
  hidden = 0;
  readonly #document: DxfDocument;
  readonly #signal: AbortSignal;
  #parts = 0;
  #visited = 0;

  constructor(document: DxfDocument, { signal }: RunContext) {
    this.#document = document;
    this.#signal = signal;
  }

  add(entity: Entity, around: Around): void {
    if (this.#visited++ % 4096 === 0) this.#signal.throwIfAborted();
    this.#take(1);
    const named = textOf(entity, 8, '0').trim();
    const layer = named === '0' ? around.layer : named;
    const { isShown } = this.#layer(layer);
    if (!isShown || numberOf(entity, 60) === 1) {
      this.hidden++;
      return;
    }
    if (UNSEEN.has(entity.type)) return;
    const colour = this.#colourOf(entity, layer, around);
    const pen = { colour, weight: this.#weightOf(entity, layer), dashes: this.#dashesOf(entity, layer) };
    const matrix = combined(around.matrix, planeOfEntity(entity));
    const put = (kind: 'lines' | 'fill' | 'hatching', paths: readonly Path[]): void => {
      this.#take(paths.reduce((sum, { segments }) => sum + segments.length, 0));
      if (paths.length > 0) this.marks.push({ kind, layer, pen, paths: paths.map((path) => mapPath(matrix, path)) });
    };
    const lines = pathsOf(entity);
    if (lines) return put('lines', lines);
    switch (entity.type) {
      case 'SOLID':
      case 'TRACE':
        return put('fill', [solidPath(entity)]);
      case 'HATCH':
        return put(numberOf(entity, 70) === 1 ? 'fill' : 'hatching', hatchPaths(entity));
      case 'POINT':
        return void this.marks.push({ kind: 'point', layer, pen, at: mapped(matrix, pointOf(entity, 10)) });
      case 'TEXT':
      case 'MTEXT':
      case 'ATTRIB': {
        const label = labelOf(entity, around.matrix);
        this.#take(label?.lines.reduce((sum, line) => sum + line.length, 0) ?? 0);
        if (label) this.marks.push({ kind: 'label', layer, pen, label });
        return;
      }
      case 'INSERT':
        this.#addBlock(entity, { ...around, matrix, layer, colour });
        for (const part of entity.parts) this.add(part, { ...around, layer, colour });
        return;
      case 'DIMENSION':
      case 'ACAD_TABLE':
        // What it looks like is a block of its own, at the place where it stands.
        return this.#addEntities(entity, { ...around, layer, colour });
      default:
        this.#drop(entity.type);
    }
  }

  #drop(type: string): void {
    this.dropped.set(type, (this.dropped.get(type) ?? 0) + 1);
  }

  #addBlock(entity: Entity, around: Around): void {
    const block = this.#document.blocks.get(keyOf(textOf(entity, 2)));
    if (!block) return this.#drop('INSERT');
    const [columns, rows] = [70, 71].map((group) => Math.max(1, numberOf(entity, group, 1)));
    const [across, up] = [numberOf(entity, 44), numberOf(entity, 45)];
    const angle = numberOf(entity, 50) * RADIANS;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [wide, high] = [numberOf(entity, 41, 1), numberOf(entity, 42, 1)];
    const [x, y] = pointOf(entity, 10);
    for (let row = 0; row < rows!; row++)
      for (let column = 0; column < columns!; column++) {
        this.#take(1);
        const [dx, dy] = [column * across, row * up];
        const place: Matrix = [
          cos * wide,
          sin * wide,
          -sin * high,
          cos * high,
          x + cos * dx - sin * dy,
          y + sin * dx + cos * dy,
        ];
        const base: Matrix = [1, 0, 0, 1, -block.base[0], -block.base[1]];
        this.#addAll(block.entities, { ...around, matrix: combined(combined(around.matrix, place), base) });
      }
  }

  #addEntities(entity: Entity, around: Around): void {
    const block = this.#document.blocks.get(keyOf(textOf(entity, 2)));
    if (!block) return this.#drop(entity.type);
    this.#addAll(block.entities, around);
  }

  #addAll(entities: readonly Entity[], around: Around): void {
    if (around.depth >= MOST_NESTED)
      throw new ConversionError({
        code: 'input_too_complex',
        message: `Blocks of the drawing lie in each other more than ${MOST_NESTED} deep, or in themselves.`,
        details: { limit: 'nesting', allowed: MOST_NESTED },
      });
    for (const entity of entities) this.add(entity, { ...around, depth: around.depth + 1 });
  }

  #layer(name: string): Layer {
    return this.#document.layers.get(keyOf(name)) ?? PLAIN;
  }

  #colourOf(entity: Entity, layer: string, around: Around): string {
    const own = textOf(entity, 420);
    if (own !== '') return colourOfRgb(Number(own) || 0);
    const number = numberOf(entity, 62, BY_LAYER);
    if (number === BY_BLOCK) return around.colour;
    if (number !== BY_LAYER) return colourOfNumber(Math.abs(number));
    const { colour, trueColour } = this.#layer(layer);
    return trueColour === undefined ? colourOfNumber(colour) : colourOfRgb(trueColour);
  }

  #weightOf(entity: Entity, layer: string): number {
    const own = numberOf(entity, 370, -1);
    const weight = own === -1 ? this.#layer(layer).lineWeight : own;
    return weight > 0 ? weight : DEFAULT_WEIGHT;
  }

  #dashesOf(entity: Entity, layer: string): readonly number[] {
    const own = keyOf(textOf(entity, 6, 'BYLAYER'));
    const name = own === 'BYLAYER' || own === 'BYBLOCK' ? this.#layer(layer).lineType : own;
    const scale = this.#document.lineTypeScale * numberOf(entity, 48, 1);
    return (this.#document.lineTypes.get(name) ?? []).map((length) => Math.abs(length) * scale);
  }

  #take(count: number): void {
    this.#parts += count;
    if (this.#parts <= MOST_PARTS) return;
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The drawing has more than ${MOST_PARTS} lines and curves, those of repeated blocks included. Split it first.`,
      details: { limit: 'elements', allowed: MOST_PARTS },
    });
  }
}

/** A quarter of a millimetre, as programs take it. */
const DEFAULT_WEIGHT = 25;
