import type { FormatId } from '../engine/formats/index.ts';
import type { OptionValues } from '../engine/formats/options.ts';

/** How a result is compared with its golden file; each has its own tolerances in `test/support/compare/`. */
export type Comparator = 'exact' | 'text' | 'image' | 'audio' | 'video' | 'records' | 'document' | 'archive' | 'font';

/** One golden case: a source, an edge, and how close the result must stay to the golden file that somebody looked at. */
export interface Case {
  readonly codec: string;
  readonly edge: string;
  readonly from: FormatId;
  readonly to: FormatId;
  /** File below `corpus/sources/<from>/`, named after what is special in it. */
  readonly source: string;
  /** Files of the same folder that are joined to it, in their order. */
  readonly besides?: readonly string[];
  readonly options?: OptionValues;
  readonly comparator: Comparator;
  /** Overrides of the comparator's tolerances, with the reason beside them. */
  readonly tolerance?: Readonly<Record<string, number>>;
}
