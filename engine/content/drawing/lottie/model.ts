import type { Size } from '../../raster/size.ts';

/** A Lottie animation as it is given to who draws it, and what is known of it before. */
export interface LottieAnimation extends Size {
  /** Complete: its images are in it. */
  readonly json: string;
  readonly framesPerSecond: number;
  readonly seconds: number;
  /** It has text, which is drawn in a font of the player. */
  readonly hasText: boolean;
  /** Images that are somewhere else. */
  readonly missingImages: number;
  /** Animations of the file beside this one. */
  readonly others: number;
}
