import { orderedCues, tidyLines, type Cue, type CueLine, type Run, type RunStyle } from '../model.ts';
import { SECOND_MS } from '../times.ts';
import type { Notes } from '../notes.ts';
import type { ReadCues } from '../read.ts';

const LINE = /^\s*(\d{2}):(\d{2}):(\d{2})([:;.])(\d{2})\s+([0-9a-f\s]+)$/gim;

/** Captions of NTSC run at 30000/1001 frames a second. */
const FRAME_MS = 1001 / 30;

/**
 * Scenarist closed captions: the bytes of CEA-608 as hexadecimal words, with the time at which the first of each line
 * is sent. The first channel is read: pop-on, paint-on and roll-up captions.
 */
export const readScenarist: ReadCues = (source, notes) => {
  const decoder = new CaptionDecoder(notes);
  for (const [, hours, minutes, seconds, separator, frames, data = ''] of source.matchAll(LINE)) {
    const start = frameOf([hours, minutes, seconds, frames].map(Number), separator === ';');
    for (const [index, word] of data.trim().split(/\s+/).entries()) {
      decoder.take(Number.parseInt(word, 16), Math.round((start + index) * FRAME_MS));
    }
  }
  return { cues: orderedCues(decoder.finish()), styles: [], metadata: {} };
};

/** Drop-frame time leaves out two numbers a minute, but for every tenth. */
function frameOf([hours = 0, minutes = 0, seconds = 0, frames = 0]: readonly number[], dropsFrames: boolean): number {
  const allMinutes = hours * 60 + minutes;
  const count = (allMinutes * 60 + seconds) * 30 + frames;
  return dropsFrames ? count - 2 * (allMinutes - Math.floor(allMinutes / 10)) : count;
}

const COLUMNS = 32;
const ROWS = 15;

interface Cell {
  readonly text: string;
  readonly runStyle: RunStyle;
}

/** An image's text: rows of cells. */
type Screen = (Cell | undefined)[][];

function emptyScreen(): Screen {
  return Array.from({ length: ROWS + 1 }, () => []);
}

type Mode = 'pop-on' | 'paint-on' | 'roll-up';

/** How long a caption is shown at the end of the file, when nothing takes it away. */
const LAST_CUE_MS = 4 * SECOND_MS;

class CaptionDecoder {
  readonly #notes: Notes;
  readonly #cues: Cue[] = [];
  #shown = emptyScreen();
  #shownSinceMs: number | undefined;
  #hidden = emptyScreen();
  #mode: Mode = 'pop-on';
  #rollRows = 2;
  #row = ROWS;
  #column = 0;
  #runStyle: RunStyle = {};
  #lastControl: number | undefined;
  #isOtherChannel = false;
  #timeMs = 0;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  /** One word of two bytes with odd parity, sent at a time. */
  take(word: number, timeMs: number): void {
    this.#timeMs = timeMs;
    const [high, low] = [(word >> 8) & 0x7f, word & 0x7f];
    if (high >= 0x10 && high < 0x20) {
      // Control codes are sent twice, so that one may be lost.
      const isRepeated = this.#lastControl === word;
      this.#lastControl = isRepeated ? undefined : word;
      if (!isRepeated) this.#control(high, low);
      return;
    }
    this.#lastControl = undefined;
    if (this.#isOtherChannel) return;
    for (const byte of [high, low]) if (byte >= 0x20) this.#put(BASIC[byte] ?? String.fromCharCode(byte));
  }

  finish(): Cue[] {
    if (this.#shownSinceMs !== undefined && this.#rowsOfCue().length > 0) {
      this.#notes.drop('assumedEnd');
      this.#timeMs += LAST_CUE_MS;
      this.#endShown();
    }
    return this.#cues;
  }

  #control(high: number, low: number): void {
    this.#isOtherChannel = (high & 0x08) !== 0;
    if (this.#isOtherChannel) {
      this.#notes.drop('otherChannel');
      return;
    }
    if (low >= 0x40) this.#address(high, low);
    else if (high === 0x11 && low >= 0x30) this.#put(SPECIAL[low - 0x30]!);
    else if (high === 0x11) this.#changeStyle(low);
    else if (high === 0x12 || high === 0x13)
      this.#replace((high === 0x12 ? EXTENDED_LATIN : EXTENDED_OTHERS)[low - 0x20]!);
    else if (high === 0x17 && low >= 0x21 && low <= 0x23) this.#column += low - 0x20;
    else if (high === 0x14 || high === 0x15) this.#command(low);
  }

  #command(low: number): void {
    switch (low) {
      case 0x20:
        this.#mode = 'pop-on';
        break;
      case 0x21:
        this.#column = Math.max(0, this.#column - 1);
        this.#screen[this.#row]![this.#column] = undefined;
        break;
      case 0x24:
        this.#screen[this.#row]!.length = Math.min(this.#screen[this.#row]!.length, this.#column);
        break;
      case 0x25:
      case 0x26:
      case 0x27:
        if (this.#mode !== 'roll-up') this.#clearShown();
        this.#mode = 'roll-up';
        this.#rollRows = low - 0x23;
        this.#column = 0;
        break;
      case 0x29:
        this.#mode = 'paint-on';
        break;
      case 0x2c:
        this.#clearShown();
        break;
      case 0x2d:
        if (this.#mode === 'roll-up') this.#rollUp();
        break;
      case 0x2e:
        this.#hidden = emptyScreen();
        break;
      case 0x2f:
        this.#flip();
        break;
    }
  }

  get #screen(): Screen {
    return this.#mode === 'pop-on' ? this.#hidden : this.#shown;
  }

  /** Where the next characters go, and in which style. */
  #address(high: number, low: number): void {
    const row = ROW_OF_ADDRESS[high & 7]![low & 0x20 ? 1 : 0]!;
    if (this.#mode === 'roll-up' && row !== this.#row) this.#moveRows(row);
    this.#row = row;
    const attribute = (low & 0x1e) >> 1;
    this.#column = attribute >= 8 ? (attribute - 8) * 4 : 0;
    this.#runStyle = styleOfAttribute(attribute, low);
  }

  /** Rows that roll move as a block when the base row moves. */
  #moveRows(row: number): void {
    const rows = this.#shown.slice(this.#row - this.#rollRows + 1, this.#row + 1);
    this.#shown = emptyScreen();
    for (const [index, cells] of rows.entries()) this.#shown[Math.max(1, row - this.#rollRows + 1 + index)] = cells;
  }

  #changeStyle(low: number): void {
    this.#put(' ');
    const attribute = (low & 0x0e) >> 1;
    this.#runStyle = attribute === 7 ? { ...this.#runStyle, italic: true } : styleOfAttribute(attribute, low);
  }

  #put(text: string): void {
    if (this.#mode !== 'pop-on' && this.#rowsOfCue().length === 0) this.#shownSinceMs = this.#timeMs;
    this.#screen[this.#row]![Math.min(this.#column, COLUMNS - 1)] = { text, runStyle: this.#runStyle };
    this.#column++;
  }

  /** Extended characters come after a plain one that stands in for them in old receivers. */
  #replace(text: string): void {
    this.#column = Math.max(0, this.#column - 1);
    this.#put(text);
  }

  #rollUp(): void {
    this.#endShown();
    const rows = this.#shown.slice(this.#row - this.#rollRows + 2, this.#row + 1);
    this.#shown = emptyScreen();
    for (const [index, cells] of rows.entries()) {
      const row = this.#row - rows.length + index;
      if (row >= 1) this.#shown[row] = cells;
    }
    this.#column = 0;
  }

  #flip(): void {
    this.#endShown();
    [this.#shown, this.#hidden] = [this.#hidden, emptyScreen()];
    this.#mode = 'pop-on';
    this.#shownSinceMs = this.#timeMs;
  }

  #clearShown(): void {
    this.#endShown();
    this.#shown = emptyScreen();
  }

  /** Rows with text; of those that roll only the newest, for the others were shown before. */
  #rowsOfCue(): number[] {
    const used = this.#shown.flatMap((row, index) =>
      row.some((cell) => cell && cell.text.trim() !== '') ? [index] : [],
    );
    return this.#mode === 'roll-up' ? used.filter((row) => row === this.#row) : used;
  }

  #endShown(): void {
    const startMs = this.#shownSinceMs;
    const used = this.#rowsOfCue();
    if (startMs === undefined || used.length === 0) return;
    const middle = (used[0]! + used.at(-1)!) / 2;
    const vertical = middle <= ROWS / 3 ? 'top' : middle <= (2 * ROWS) / 3 ? 'middle' : 'bottom';
    this.#cues.push({
      startMs,
      endMs: this.#timeMs,
      lines: tidyLines(used.map((row) => lineOf(this.#shown[row]!))),
      ...(vertical !== 'bottom' && { place: { vertical, horizontal: 'centre' } }),
    });
    this.#shownSinceMs = undefined;
  }
}

function lineOf(row: readonly (Cell | undefined)[]): CueLine {
  return Array.from(row, (cell): Run => ({ ...cell?.runStyle, text: cell?.text ?? ' ' }));
}

/** Rows by the low bits of an address's first byte, without and with the bit of its second one (CEA-608, table 53). */
const ROW_OF_ADDRESS: readonly (readonly [number, number])[] = [
  [11, 11],
  [1, 2],
  [3, 4],
  [12, 13],
  [14, 15],
  [5, 6],
  [7, 8],
  [9, 10],
];

const COLOURS = ['#ffffff', '#00ff00', '#0000ff', '#00ffff', '#ff0000', '#ffff00', '#ff00ff'];

function styleOfAttribute(attribute: number, low: number): RunStyle {
  const colour = attribute > 0 && attribute < COLOURS.length ? COLOURS[attribute] : undefined;
  return {
    ...(colour && { colour }),
    ...(attribute === 7 && { italic: true }),
    ...((low & 1) === 1 && { underline: true }),
  };
}

/** Codes of the basic set that are not those of ASCII. */
const BASIC: Readonly<Record<number, string>> = {
  0x2a: 'á',
  0x5c: 'é',
  0x5e: 'í',
  0x5f: 'ó',
  0x60: 'ú',
  0x7b: 'ç',
  0x7c: '÷',
  0x7d: 'Ñ',
  0x7e: 'ñ',
  0x7f: '█',
};
const SPECIAL = [...'®°½¿™¢£♪à\u00a0èâêîôû'];
const EXTENDED_LATIN = [..."ÁÉÓÚÜü‘¡*'—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»"];
const EXTENDED_OTHERS = [...'ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤│ÅåØø┌┐└┘'];
