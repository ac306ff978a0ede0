import { ConversionError } from '../../errors.ts';
import { MAX_COLUMNS, MAX_ROWS } from './cell-names.ts';

/** Far places of cells in a symbolic link file, such as `;Y70000`; semicolons inside of texts stand twice. */
const PLACE = /(?<!;);([XYR])(\d{5,})/g;

/** Refuses places outside of every sheet: the library would make all the rows up to there. */
export function requireSymbolicLinkBounds(text: string): void {
  for (const [, axis, digits] of text.matchAll(PLACE)) {
    const [place, allowed] = [Number(digits), axis === 'X' ? MAX_COLUMNS : MAX_ROWS];
    if (place <= allowed) continue;
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The file has a cell at ${axis === 'X' ? 'column' : 'row'} ${digits}; sheets end at ${allowed}.`,
      details: { limit: axis === 'X' ? 'columns' : 'rows', allowed, found: place },
    });
  }
}
