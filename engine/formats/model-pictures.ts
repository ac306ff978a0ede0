import type { EdgeSpec } from '../contract/codec.ts';

/** What every picture of a model takes. */
const OPTIONS = ['width', 'height', 'view', 'modelColour', 'background'] as const;

type PictureEdge = Omit<EdgeSpec, 'from' | 'takes' | 'gives' | 'cost'>;

/** A model in the light. */
export const PICTURE = {
  name: 'picture',
  to: ['png'],
  keeps: ['look'],
  derives: [{ from: 'mesh', to: 'look' }],
  operation: 'render',
  options: OPTIONS,
} as const satisfies PictureEdge;

/** Its edges as lines: those that are in front. */
export const OUTLINE = {
  name: 'outline',
  to: ['svg'],
  keeps: ['look', 'vector'],
  derives: [
    { from: 'mesh', to: 'look' },
    { from: 'mesh', to: 'vector' },
  ],
  operation: 'render',
  // Images and pages of a model show its surfaces.
  onlyLast: true,
  sourceOnly: true,
  options: OPTIONS,
} as const satisfies PictureEdge;

/** The model as it turns around. */
export const TURNTABLE = {
  name: 'turntable',
  to: ['apng'],
  keeps: ['look'],
  derives: [
    { from: 'mesh', to: 'look' },
    { from: 'mesh', to: 'animation' },
  ],
  operation: 'render',
  onlyWith: 'turntable',
  // A step before may have left its colours out.
  sourceOnly: true,
  options: ['turntable', ...OPTIONS],
} as const satisfies PictureEdge;
