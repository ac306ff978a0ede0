import { DataObject, ExactNumber, type DataScalar, type DataSource } from '../records/model.ts';
import type { ReadRequest } from '../records/read.ts';
import { readMidi } from './midi/reader.ts';
import type { Score, ScoreEvent } from './model.ts';

const COLUMNS = ['time', 'track', 'channel', 'event', 'number', 'value', 'length', 'text'] as const;

/** The events of a MIDI file as rows of a table. */
export function readMidiTable(bytes: Uint8Array, { context }: ReadRequest): DataSource {
  return tableOfScore(readMidi(bytes, context.limits));
}

/** The events of a score as rows, each with all that it says; the text of a note is its name. Times are seconds. */
export function tableOfScore({ events }: Score): DataSource {
  return {
    isList: true,
    isTable: true,
    columns: COLUMNS,
    header: COLUMNS,
    countRows: () => events.length,
    *rows() {
      for (const event of events) yield new DataObject(COLUMNS, cellsOf(event));
    },
  };
}

function cellsOf({ seconds, track, channel, kind, number, value, length, text }: ScoreEvent): DataScalar[] {
  const name = kind === 'note' && channel! % 16 !== PERCUSSION ? nameOfKey(number!) : null;
  return [
    rounded(seconds),
    rounded(track),
    rounded(channel),
    kind,
    rounded(number),
    rounded(value),
    rounded(length),
    text ?? name,
  ];
}

/** The channel, from 1, whose keys are instruments. */
const PERCUSSION = 10;

/** Microseconds are finer than any score. */
function rounded(number: number | undefined): DataScalar {
  return number === undefined ? null : new ExactNumber(String(Math.round(number * 1e6) / 1e6));
}

const NAMES = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];

/** Scientific: key 60 is C4. */
function nameOfKey(key: number): string {
  return `${NAMES[key % 12]}${Math.floor(key / 12) - 1}`;
}
