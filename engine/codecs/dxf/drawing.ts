import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { colourOnPaper } from './colours.ts';
import { combined, IDENTITY, mapped, mapPath, type Path, type Point } from './curves.ts';
import { keyOf, numberOf, textOf, type DxfDocument, type Entity } from './document.ts';
import { edgesOf, surfaceOf } from './faces.ts';
import { seenFromAbove } from './frames.ts';
import { labelOf, type Label } from './labels.ts';
import { nothingShown } from './left-out.ts';
import { hatchPaths, pathsOf, planeOfEntity, pointOf, solidPath } from './shapes.ts';
import { layerNamed, walkModel, type Place, type Visitor, type Walked } from './walk.ts';

/** Segments and letters of a drawing that a browser still shows. */
const MOST_PARTS = 2_000_000;

/** Areas without edges. */
const FILLED: ReadonlySet<string> = new Set(['SOLID', 'TRACE']);

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

export interface Drawn extends Walked {
  readonly marks: readonly Mark[];
}

/** Everything of the model that shows, in the coordinates of the drawing. */
export function drawModel(document: DxfDocument, { signal }: RunContext): Drawn {
  const drawer = new Drawer(document);
  const walked = walkModel(document, drawer, signal);
  const { marks } = drawer;
  if (marks.length === 0) throw nothingShown('The drawing shows nothing', walked);
  return { marks, dropped: walked.dropped, hidden: walked.hidden };
}

class Drawer implements Visitor {
  readonly marks: Mark[] = [];
  readonly #document: DxfDocument;
  #parts = 0;

  constructor(document: DxfDocument) {
    this.#document = document;
  }

  take(count: number): void {
    this.#parts += count;
    if (this.#parts <= MOST_PARTS) return;
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The drawing has more than ${MOST_PARTS} lines and curves, those of repeated blocks included. Split it first.`,
      details: { limit: 'elements', allowed: MOST_PARTS },
    });
  }

  visit(entity: Entity, { transform, layer, colour }: Place): boolean {
    const pen: Pen = {
      colour: colourOnPaper(colour),
      weight: this.#weightOf(entity, layer),
      dashes: this.#dashesOf(entity, layer),
    };
    const around = seenFromAbove(transform);
    const matrix = combined(around, planeOfEntity(entity));
    const put = (kind: 'lines' | 'fill' | 'hatching', paths: readonly Path[], map = matrix): true => {
      this.take(paths.reduce((sum, { segments }) => sum + segments.length, 0));
      if (paths.length > 0) this.marks.push({ kind, layer, pen, paths: paths.map((path) => mapPath(map, path)) });
      return true;
    };
    const surface = FILLED.has(entity.type) ? undefined : surfaceOf(entity);
    if (surface) return put('lines', edgesOf(surface, transform), IDENTITY);
    const lines = pathsOf(entity);
    if (lines) return put('lines', lines);
    switch (entity.type) {
      case 'SOLID':
      case 'TRACE':
        return put('fill', [solidPath(entity)]);
      case 'HATCH':
        return put(numberOf(entity, 70) === 1 ? 'fill' : 'hatching', hatchPaths(entity));
      case 'POINT':
        this.marks.push({ kind: 'point', layer, pen, at: mapped(matrix, pointOf(entity, 10)) });
        return true;
      case 'TEXT':
      case 'MTEXT':
      case 'ATTRIB': {
        const label = labelOf(entity, around);
        this.take(label?.lines.reduce((sum, line) => sum + line.length, 0) ?? 0);
        if (label) this.marks.push({ kind: 'label', layer, pen, label });
        return true;
      }
      default:
        return false;
    }
  }

  #weightOf(entity: Entity, layer: string): number {
    const own = numberOf(entity, 370, -1);
    const weight = own === -1 ? layerNamed(this.#document, layer).lineWeight : own;
    return weight > 0 ? weight : DEFAULT_WEIGHT;
  }

  #dashesOf(entity: Entity, layer: string): readonly number[] {
    const own = keyOf(textOf(entity, 6, 'BYLAYER'));
    const name = own === 'BYLAYER' || own === 'BYBLOCK' ? layerNamed(this.#document, layer).lineType : own;
    const scale = this.#document.lineTypeScale * numberOf(entity, 48, 1);
    return (this.#document.lineTypes.get(name) ?? []).map((length) => Math.abs(length) * scale);
  }
}

/** A quarter of a millimetre, as programs take it. */
const DEFAULT_WEIGHT = 25;
