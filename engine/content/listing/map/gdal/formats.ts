import type { RunContext } from '../../../../contract/codec.ts';
import { latin1Of } from '../../../../io/bytes.ts';
import type { Listing } from '../../model.ts';
import { entriesOfMap, readingOf } from './reader.ts';

/* Formats of one file. */

/**
 * A sea chart (IHO S-57). The third number of a sounding is a depth and no height: it is an attribute of a point of its
 * own. Texts are in the charset that the chart says.
 */
export function readSeaChart(bytes: Uint8Array, context: RunContext): Listing {
  const options = [
    'UPDATES=IGNORE',
    'SPLIT_MULTIPOINT=ON',
    'ADD_SOUNDG_DEPTH=ON',
    'RECODE_BY_DSSI=ON',
    'LIST_AS_STRING=ON',
  ];
  const files = new Map([['chart.000', bytes]]);
  const source = { files, main: 'chart.000', driver: 'S57', options, hasHeights: false };
  return { entries: entriesOfMap(source, readingOf(context)) };
}

/** Three numbers in a line that is no comment. */
const POSITION_WITH_HEIGHT = /^[ \t]*[-+.\deE]+[ \t,]+[-+.\deE]+[ \t,]+[-+.\deE]+[ \t]*$/m;

/** A map of the Generic Mapping Tools in its text format for vectors. */
export function readGmt(bytes: Uint8Array, context: RunContext): Listing {
  const hasHeights = POSITION_WITH_HEIGHT.test(latin1Of(bytes));
  const source = {
    files: new Map([['map.gmt', bytes]]),
    main: 'map.gmt',
    driver: 'OGR_GMT',
    isUnnamed: true,
    hasHeights,
  } as const;
  return { entries: entriesOfMap(source, readingOf(context)) };
}
