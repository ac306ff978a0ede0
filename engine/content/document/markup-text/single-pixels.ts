/** The beginning of the data of a picture that is shown, as far as its size: 24 bytes of PNG, 10 of GIF. */
const HEAD = /(?:\]\(<?|\]: *<?|\bsrc *= *["']?)data:image\/(gif|png);base64,([A-Za-z0-9+/]{32})/gi;

/** How many pictures in a text are one pixel, which counts readers and shows them nothing. */
export function countSinglePixels(source: string): number {
  let count = 0;
  for (const [, type, data] of source.matchAll(HEAD)) {
    const head = Buffer.from(data!, 'base64');
    const isSingle =
      type!.toLowerCase() === 'gif'
        ? head.readUInt16LE(6) === 1 && head.readUInt16LE(8) === 1
        : head.readUInt32BE(16) === 1 && head.readUInt32BE(20) === 1;
    if (isSingle) count++;
  }
  return count;
}
