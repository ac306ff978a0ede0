import { ConversionError } from '../../contract/errors.ts';
import type { Matrix } from '../../content/mesh/model.ts';
import { BY_BLOCK, BY_LAYER, FOREGROUND, type EntityColour } from './colours.ts';
import { keyOf, numberOf, textOf, type Block, type DxfDocument, type Entity, type Layer } from './document.ts';
import { placesOfBlock } from './frames.ts';

const MOST_NESTED = 32;
/** Entities between two looks at the signal. */
const BETWEEN_SIGNALS = 4096;
const PLAIN: Layer = { colour: 7, trueColour: undefined, isShown: true, lineType: 'CONTINUOUS', lineWeight: -3 };
/** Entities without a look of their own. */
const UNSEEN: ReadonlySet<string> = new Set(['ATTDEF', 'VIEWPORT', 'SEQEND', 'ACAD_PROXY_ENTITY', 'ENDSEC']);
const IDENTITY: Matrix = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** Where an entity stands, and what it is shown with. */
export interface Place {
  /** From the coordinates of its block to those of the drawing. */
  readonly transform: Matrix;
  readonly layer: string;
  readonly colour: EntityColour;
}

export interface Visitor {
  /** Counts entities and what they consist of. Throws `input_too_complex`. */
  take(count: number): void;
  /** Takes an entity that shows; false where it does not know its type. */
  visit(entity: Entity, place: Place): boolean;
}

/** What of the model was not visited. */
export interface Walked {
  /** Entities of types that are not known, by these. */
  readonly dropped: ReadonlyMap<string, number>;
  /** Entities that are hidden, or lie on layers that are. */
  readonly hidden: number;
}

/** Visits every entity of the model that shows, those of blocks wherever these are inserted. */
export function walkModel(document: DxfDocument, visitor: Visitor, signal: AbortSignal): Walked {
  const walker = new Walker(document, visitor, signal);
  const around = { transform: IDENTITY, layer: '0', colour: FOREGROUND, depth: 0 };
  for (const entity of document.entities) walker.add(entity, around);
  return walker;
}

export function layerNamed({ layers }: DxfDocument, name: string): Layer {
  return layers.get(keyOf(name)) ?? PLAIN;
}

/** What entities of a block do not say themselves is that of where it stands. */
interface Around extends Place {
  readonly depth: number;
}

class Walker implements Walked {
  readonly dropped = new Map<string, number>();
  hidden = 0;
  readonly #document: DxfDocument;
  readonly #visitor: Visitor;
  readonly #signal: AbortSignal;
  #visited = 0;

  constructor(document: DxfDocument, visitor: Visitor, signal: AbortSignal) {
    this.#document = document;
    this.#visitor = visitor;
    this.#signal = signal;
  }

  add(entity: Entity, around: Around): void {
    if (this.#visited++ % BETWEEN_SIGNALS === 0) this.#signal.throwIfAborted();
    this.#visitor.take(1);
    const { type } = entity;
    const named = textOf(entity, 8, '0').trim();
    const layer = named === '0' ? around.layer : named;
    if (!layerNamed(this.#document, layer).isShown || numberOf(entity, 60) === 1) {
      this.hidden++;
      return;
    }
    if (UNSEEN.has(type)) return;
    const own = { ...around, layer, colour: this.#colourOf(entity, layer, around) };
    if (type === 'INSERT') {
      this.#addBlocks(entity, own);
      for (const part of entity.parts) this.add(part, own);
    } else if (type === 'DIMENSION' || type === 'ACAD_TABLE') {
      // What it looks like is a block of its own, at the place where it stands.
      const block = this.#blockOf(entity);
      if (block) this.#addAll(block.entities, own);
    } else if (!this.#visitor.visit(entity, own)) this.#drop(type);
  }

  #drop(type: string): void {
    this.dropped.set(type, (this.dropped.get(type) ?? 0) + 1);
  }

  #blockOf(entity: Entity): Block | undefined {
    const block = this.#document.blocks.get(keyOf(textOf(entity, 2)));
    if (!block) this.#drop(entity.type);
    return block;
  }

  #addBlocks(insert: Entity, around: Around): void {
    const block = this.#blockOf(insert);
    if (!block) return;
    for (const transform of placesOfBlock(insert, block, around.transform)) {
      this.#visitor.take(1);
      this.#addAll(block.entities, { ...around, transform });
    }
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

  #colourOf(entity: Entity, layer: string, around: Around): EntityColour {
    const own = ownColour(entity);
    if (own) return own;
    if (numberOf(entity, 62, BY_LAYER) === BY_BLOCK) return around.colour;
    const { colour, trueColour } = layerNamed(this.#document, layer);
    return trueColour === undefined ? { number: colour } : { rgb: trueColour };
  }
}

/** The colour that an entity says itself; undefined where it has that of its layer or block. */
export function ownColour(entity: Entity): EntityColour | undefined {
  const rgb = textOf(entity, 420);
  if (rgb !== '') return { rgb: Number(rgb) || 0 };
  const number = numberOf(entity, 62, BY_LAYER);
  return number === BY_BLOCK || number === BY_LAYER ? undefined : { number: Math.abs(number) };
}
