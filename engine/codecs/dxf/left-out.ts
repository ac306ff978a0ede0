import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { DxfDocument } from './document.ts';
import type { Walked } from './walk.ts';

/** Types that a message lists, and the characters of each. */
const [MOST_NAMED, NAME_CHARS] = [8, 40];
/** Solids and surfaces, whose shapes are data of another program (ACIS) in the file. */
const BODIES: ReadonlySet<string> = new Set([
  ...['3DSOLID', 'REGION', 'BODY', 'SURFACE', 'PLANESURFACE', 'EXTRUDEDSURFACE', 'REVOLVEDSURFACE'],
  ...['LOFTEDSURFACE', 'SWEPTSURFACE', 'NURBSURFACE'],
]);
/** What is in a model otherwise than in its drawing. */
export interface Simplified {
  /** Polylines whose width is left out. */
  readonly wide: number;
  /** Meshes whose faces are to be divided. */
  readonly smooth: number;
}

const INSTEAD = 'Export it as STEP, IGES or STL in the program that made it, or turn its bodies into meshes there.';

/** Nothing of the model can be shown. `what` says so. */
export function nothingShown(what: string, { dropped, hidden }: Walked): ConversionError {
  const bodies = bodiesOf(dropped);
  const types = [...dropped.keys()].slice(0, MOST_NAMED).map((type) => type.slice(0, NAME_CHARS));
  const why =
    types.length > 0
      ? `it holds only parts of other kinds (${types.join(', ')})`
      : hidden > 0
        ? `all of its ${hidden} parts are hidden`
        : 'its blocks are empty';
  return new ConversionError({
    code: 'unsupported_conversion',
    message:
      bodies > 0
        ? `${what}: the shapes of its bodies (${bodies}) are ACIS data, which cannot be read. ${INSTEAD}`
        : `${what}: ${why}.`,
    details: { hidden, bodies },
  });
}

/** Tells what of the drawing is left out. `how` says what does not happen to it. */
export function tellLeftOut(
  { onPaper }: DxfDocument,
  { dropped, hidden }: Walked,
  how: string,
  context: RunContext,
): void {
  const bodies = bodiesOf(dropped);
  const others = [...dropped].filter(([type]) => !BODIES.has(type));
  const tell = (message: string, details: Readonly<Record<string, number>>): void =>
    context.warn({ code: 'feature_dropped', message, details });
  if (bodies > 0)
    tell(
      `Bodies of the drawing are left out (${bodies}): their shapes are ACIS data, which cannot be read. ${INSTEAD}`,
      {
        bodies,
      },
    );
  if (others.length > 0) {
    const named = others.slice(0, MOST_NAMED).map(([type, count]) => `${count} of ${type.slice(0, NAME_CHARS)}`);
    tell(
      `Parts of the drawing ${how}: ${named.join(', ')}${others.length > MOST_NAMED ? ', …' : ''}.`,
      Object.fromEntries(others.slice(0, MOST_NAMED)),
    );
  }
  if (hidden > 0)
    tell(`${hidden} parts of the drawing are hidden, or lie on layers that are off or frozen, and are left out.`, {
      entities: hidden,
    });
  if (onPaper > 0)
    tell(`${onPaper} parts of sheets of paper are left out: only the model is converted.`, { entities: onPaper });
}

function bodiesOf(dropped: ReadonlyMap<string, number>): number {
  return [...dropped].reduce((sum, [type, count]) => (BODIES.has(type) ? sum + count : sum), 0);
}

/** Tells what a model does not have as the drawing has it, and what the drawing does not say. */
export function tellSimplified({ metres }: DxfDocument, { wide, smooth }: Simplified, context: RunContext): void {
  if (wide > 0)
    context.warn({
      code: 'feature_dropped',
      message: `The widths of ${wide} polylines are left out: they are lines in space.`,
      details: { polylines: wide },
    });
  if (smooth > 0)
    context.warn({
      code: 'feature_dropped',
      message: `${smooth} meshes are smoothed where they are shown; here they have the faces that they are made of.`,
      details: { meshes: smooth },
    });
  if (metres === undefined)
    context.warn({
      code: 'unit_assumed',
      message: 'The drawing does not say its unit of length: each unit is taken for a metre.',
    });
}
