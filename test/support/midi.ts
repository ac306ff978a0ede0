interface Header {
  readonly kind?: number;
  readonly tracks?: number;
  readonly division?: number;
  /** What the track says that it has. */
  readonly trackBytes?: number;
}

/** A MIDI file of one track, with 100 ticks a quarter note: 200 a second. */
export function midi(...events: readonly number[]): Uint8Array {
  return midiFile({}, events);
}

/** The same with a header that may be wrong. */
export function midiFile(header: Header, events: Iterable<number>): Uint8Array {
  const content = Uint8Array.from(events);
  const { kind = 0, tracks = 1, division = 100, trackBytes = content.byteLength } = header;
  const file = Buffer.alloc(22);
  file.write('MThd', 'latin1');
  file.writeUInt32BE(6, 4);
  for (const [index, value] of [kind, tracks, division].entries()) file.writeUInt16BE(value, 8 + 2 * index);
  file.write('MTrk', 14, 'latin1');
  file.writeUInt32BE(trackBytes, 18);
  return new Uint8Array(Buffer.concat([file, content]));
}
