const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_LIST = 0x5b;
const OPENING_OBJECT = 0x7b;
const CLOSING_LIST = 0x5d;
const CLOSING_OBJECT = 0x7d;
const SPACE = 0x20;

interface RowCount {
  readonly count: number;
  /** Rows of delimited text in which a cell holds something. */
  readonly filled?: number;
  /** Bytes up to the end of the last of the first rows that were asked for; all if there are no more. */
  readonly cut: number;
}

/** Counts the rows of a file from its bytes, piece by piece, and knows where the first of them end. */
export interface RowCounter {
  add(bytes: Uint8Array): void;
  /** Nothing when the text ends inside of a row or is of another form: then it must be read as a whole. */
  result(): RowCount | undefined;
}

/** Where a byte of delimited text is. */
const PLACE = { start: 0, plain: 1, quoted: 2, closed: 3 } as const;
type Place = (typeof PLACE)[keyof typeof PLACE];

/** Rows of delimited text, blank lines not: a quote counts where a cell begins with it, elsewhere it is an inch. */
export function countDelimitedRows(delimiter: number, head: number): RowCounter {
  const state = { place: PLACE.start as Place, isOpen: false, isFilled: false, rows: 0, filled: 0, cut: 0, seen: 0 };
  return {
    add(bytes) {
      const { length } = bytes;
      let { place, isOpen, isFilled } = state; // what a closure holds is slow to reach from a loop
      for (let at = 0; at < length; at++) {
        let byte = bytes[at]!;
        if (place === PLACE.quoted) {
          isFilled ||= byte !== QUOTE;
          while (byte !== QUOTE && ++at < length) byte = bytes[at]!;
          if (at < length) place = PLACE.closed;
          continue;
        }
        if (place === PLACE.plain) {
          while (byte !== delimiter && byte !== LINE_FEED && byte !== CARRIAGE_RETURN && ++at < length)
            byte = bytes[at]!;
          if (at === length) break;
        }
        if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
          place = PLACE.start;
          if (isOpen && ++state.rows === head) state.cut = state.seen + at + 1;
          if (isFilled) state.filled++;
          isOpen = isFilled = false;
          continue;
        }
        isOpen = true;
        if (byte === delimiter) place = PLACE.start;
        else {
          isFilled ||= byte !== QUOTE || place === PLACE.closed;
          place = byte === QUOTE ? PLACE.quoted : PLACE.plain; // the first of a cell, or the second of two for one
        }
      }
      state.place = place;
      state.isOpen = isOpen;
      state.isFilled = isFilled;
      state.seen += length;
    },
    result() {
      const { place, isOpen, isFilled, rows, filled, cut, seen } = state;
      if (place === PLACE.quoted) return undefined;
      return { count: rows + Number(isOpen), filled: filled + Number(isFilled), cut: cut === 0 ? seen : cut };
    },
  };
}

/** Lines that are not blank. */
export function countLines(head: number): RowCounter {
  const state = { isOpen: false, lines: 0, cut: 0, seen: 0 };
  return {
    add(bytes) {
      const { length } = bytes;
      let { isOpen } = state;
      for (let at = 0; at < length; at++) {
        const byte = bytes[at]!;
        if (byte !== LINE_FEED) isOpen ||= byte > SPACE;
        else if (isOpen) {
          isOpen = false;
          if (++state.lines === head) state.cut = state.seen + at + 1;
        }
      }
      state.isOpen = isOpen;
      state.seen += length;
    },
    result: () => ({ count: state.lines + Number(state.isOpen), cut: state.cut === 0 ? state.seen : state.cut }),
  };
}

/** Elements of a JSON array that is the whole text, counted by their commas; the cut is before the last comma. */
export function countJsonElements(head: number): RowCounter {
  const state = { depth: 0, commas: 0, cut: 0, seen: 0, isInString: false, isEscaped: false };
  let [hasElement, isOther] = [false, false];
  return {
    add(bytes) {
      const { length } = bytes;
      let { depth, isInString } = state;
      let at = state.isEscaped ? 1 : 0; // of the piece before
      for (; at < length; at++) {
        if (isInString) {
          // Most of a text lies in strings.
          let inside = bytes[at]!;
          while (inside !== QUOTE && inside !== BACKSLASH && ++at < length) inside = bytes[at]!;
          if (at === length) break;
          if (inside === QUOTE) isInString = false;
          else at++; // what is escaped ends no string
          continue;
        }
        const byte = bytes[at]!;
        if (byte === QUOTE) isInString = true;
        else if (byte === OPENING_LIST || byte === OPENING_OBJECT) {
          if (depth === 0) isOther ||= byte === OPENING_OBJECT || hasElement;
          else hasElement = true;
          depth++;
        } else if (byte === CLOSING_LIST || byte === CLOSING_OBJECT) depth--;
        else if (byte === COMMA && depth === 1 && ++state.commas === head) state.cut = state.seen + at;
        if (depth > 1 || byte <= SPACE) continue;
        if (depth === 0) isOther ||= byte !== CLOSING_LIST;
        else if (byte !== OPENING_LIST) hasElement = true;
      }
      state.depth = depth;
      state.isInString = isInString;
      state.isEscaped = at > length;
      state.seen += length;
    },
    result() {
      const { depth, isInString, commas, cut, seen } = state;
      if (isOther || isInString || depth !== 0) return undefined;
      return { count: hasElement ? commas + 1 : 0, cut: cut === 0 ? seen : cut };
    },
  };
}
