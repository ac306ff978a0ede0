/** Makes the MIDI files of the corpus: `node corpus/make/scores.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORPUS } from '../cases.ts';

const TICKS = 96;

type Event = readonly [tick: number, ...bytes: number[]];

const text = (tick: number, kind: number, words: string): Event => {
  const bytes = Buffer.from(words, 'latin1');
  return [tick, 0xff, kind, bytes.byteLength, ...bytes];
};
const tempo = (tick: number, beatsPerMinute: number): Event => {
  const microseconds = Math.round(6e7 / beatsPerMinute);
  return [tick, 0xff, 0x51, 3, microseconds >> 16, (microseconds >> 8) & 0xff, microseconds & 0xff];
};
const note = (tick: number, ticks: number, channel: number, key: number, velocity = 100): Event[] => [
  [tick, 0x90 | (channel - 1), key, velocity],
  [tick + ticks, 0x80 | (channel - 1), key, 64],
];

function varying(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

function chunk(type: string, content: Uint8Array): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.byteLength);
  return Buffer.concat([Buffer.from(type, 'latin1'), size, content]);
}

/** Leaves out what repeats the event before, as most programs do. */
function track(events: readonly Event[]): Buffer {
  const bytes: number[] = [];
  let [at, running] = [0, 0];
  for (const [tick, ...event] of [...events].sort((a, b) => a[0] - b[0])) {
    const [status = 0, ...data] = event;
    const isRepeated = status < 0xf0 && status === running;
    bytes.push(...varying(tick - at), ...(isRepeated ? data : event));
    [at, running] = [tick, status < 0xf0 ? status : 0];
  }
  return chunk('MTrk', Uint8Array.from([...bytes, 0, 0xff, 0x2f, 0]));
}

function score(...tracks: readonly (readonly Event[])[]): Buffer {
  const header = Buffer.alloc(6);
  header.writeUInt16BE(tracks.length === 1 ? 0 : 1);
  header.writeUInt16BE(tracks.length, 2);
  header.writeUInt16BE(TICKS, 4);
  return Buffer.concat([chunk('MThd', header), ...tracks.map(track)]);
}

/** A flute plays A and C, a bass an octave and more below; the second half is twice as fast. */
const duet = score(
  [
    text(0, 3, 'Duet at Two Speeds'),
    text(0, 2, 'Public domain'),
    [0, 0xff, 0x58, 4, 4, 2, 24, 8],
    [0, 0xff, 0x59, 2, 0, 1],
    tempo(0, 120),
    text(TICKS, 6, 'faster'),
    tempo(TICKS, 240),
  ],
  [[0, 0xc0, 73], ...note(0, TICKS, 1, 69), ...note(TICKS, TICKS, 1, 72)],
  [
    [0, 0xc1, 33],
    [0, 0xb1, 7, 90],
    ...note(0, 2 * TICKS, 2, 45, 80),
    [TICKS, 0xe1, 0, 0x40],
    ...note(2 * TICKS, TICKS, 10, 38),
  ],
);

/** Syllables of a song, in the text events of karaoke programs and in lyrics. */
const song = score([
  text(0, 1, '@KMIDI KARAOKE FILE'),
  text(0, 1, '@TFr\xe8re Jacques'),
  [0, 0xc3, 52],
  ...['Fr\xe8', 're ', 'Jac', 'ques'].flatMap((syllable, index) => [
    text(24 * index, 5, syllable),
    ...note(24 * index, 20, 4, [60, 62, 64, 60][index]!),
  ]),
]);

/** The same in RIFF, with a list before it. */
function riff(file: Buffer): Buffer {
  const part = (type: string, content: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(content.byteLength);
    return Buffer.concat([Buffer.from(type, 'latin1'), size, content, Buffer.alloc(content.byteLength % 2)]);
  };
  const list = part('LIST', Buffer.concat([Buffer.from('INFO'), part('INAM', Buffer.from('Duet\0'))]));
  return part('RIFF', Buffer.concat([Buffer.from('RMID'), list, part('data', file)]));
}

const folder = join(CORPUS, 'sources', 'mid');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'duet-two-tempos.mid'), duet);
writeFileSync(join(folder, 'song-syllables.kar'), song);
writeFileSync(join(folder, 'duet-in-riff.rmi'), riff(duet));
