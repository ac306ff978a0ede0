const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SEPARATOR = Buffer.from('From ', 'latin1');

/**
 * The messages of a mailbox (RFC 4155), each as it was before it was put there: lines that begin with `From ` after an
 * empty line separate them, and `>From ` within them is undone.
 */
export function* splitMbox(bytes: Uint8Array): Generator<Uint8Array> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = file.indexOf(SEPARATOR) === 0 ? endOfLine(file, 0) : 0;
  for (let next = nextSeparator(file, start); ; next = nextSeparator(file, start)) {
    const message = file.subarray(start, next ?? file.length);
    if (message.length > 2) yield unquoted(message);
    if (next === undefined) return;
    start = endOfLine(file, next);
  }
}

function nextSeparator(file: Buffer, from: number): number | undefined {
  for (
    let at = file.indexOf('\nFrom ', Math.max(0, from - 1), 'latin1');
    at >= 0;
    at = file.indexOf('\nFrom ', at + 1, 'latin1')
  ) {
    const before = file[at - 1] === CARRIAGE_RETURN ? file[at - 2] : file[at - 1];
    if (before === LINE_FEED && at + 1 > from) return at + 1;
  }
  return undefined;
}

function endOfLine(file: Buffer, from: number): number {
  const end = file.indexOf(LINE_FEED, from);
  return end < 0 ? file.length : end + 1;
}

function unquoted(message: Buffer): Uint8Array {
  if (!message.includes('>From ')) return message;
  return Buffer.from(message.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1');
}
