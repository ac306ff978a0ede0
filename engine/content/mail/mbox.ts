import { indexOfBytes, latin1Bytes, latin1Of } from '../../io/bytes.ts';
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SEPARATOR = latin1Bytes('From ');

/**
 * The messages of a mailbox (RFC 4155), each as it was before it was put there: lines that begin with `From ` after an
 * empty line separate them, and `>From ` within them is undone.
 */
export function* splitMbox(bytes: Uint8Array): Generator<Uint8Array> {
  const file = bytes;
  let start = indexOfBytes(file.subarray(0, SEPARATOR.length), SEPARATOR) === 0 ? endOfLine(file, 0) : 0;
  for (let next = nextSeparator(file, start); ; next = nextSeparator(file, start)) {
    const message = file.subarray(start, next ?? file.length);
    if (message.length > 2) yield unquoted(message);
    if (next === undefined) return;
    start = endOfLine(file, next);
  }
}

function nextSeparator(file: Uint8Array, from: number): number | undefined {
  for (
    let at = indexOfBytes(file, '\nFrom ', Math.max(0, from - 1));
    at >= 0;
    at = indexOfBytes(file, '\nFrom ', at + 1)
  ) {
    const before = file[at - 1] === CARRIAGE_RETURN ? file[at - 2] : file[at - 1];
    if (before === LINE_FEED && at + 1 > from) return at + 1;
  }
  return undefined;
}

function endOfLine(file: Uint8Array, from: number): number {
  const end = file.indexOf(LINE_FEED, from);
  return end < 0 ? file.length : end + 1;
}

function unquoted(message: Uint8Array): Uint8Array {
  if (indexOfBytes(message, '>From ') < 0) return message;
  return latin1Bytes(latin1Of(message).replace(/^>(>*From )/gm, '$1'));
}
