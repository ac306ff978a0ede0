import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import { uint16At, uint32At } from '../../../io/big-endian.ts';
import { concatBytes, hexOf, latin1Of, viewOf } from '../../../io/bytes.ts';
import { decodeText } from '../../../io/text-encoding.ts';
import { corrupt, truncated } from '../../records/errors.ts';
import type { Score, ScoreEvent, ScoreEventKind } from '../model.ts';

/* Standard MIDI Files 1.0 (MIDI Manufacturers Association, RP-001), and RIFF MIDI files (RP-029) around them. */

/** Microseconds of a quarter note where nothing says how fast it is. */
const USUAL_TEMPO = 500_000;

const TEXTS: Readonly<Record<number, ScoreEventKind>> = {
  1: 'text',
  2: 'copyright',
  3: 'track_name',
  4: 'instrument_name',
  5: 'lyrics',
  6: 'marker',
  7: 'cue_point',
  8: 'program_name',
  9: 'device_name',
};
const META = { port: 0x21, end: 0x2f, sequence: 0, tempo: 0x51, time: 0x58, key: 0x59 } as const;

/** An event as it stands in a track. */
interface Message {
  readonly tick: number;
  readonly track: number;
  readonly port: number;
  /** The first byte: what it is, and for which channel. */
  readonly status: number;
  /** The kind of a meta event, or the first byte of data. */
  readonly first: number;
  readonly second: number;
  readonly data?: Uint8Array;
}

/** Reads a MIDI file, bare or in RIFF. Lengths are held against the file, and events against the limits. */
export function readMidi(bytes: Uint8Array, limits: Limits): Score {
  const { file, hasInstruments } = standardMidiOf(bytes);
  const { messages, ticksOfQuarter } = readTracks(file, limits);
  const texts = textDecoderOf(messages);
  const events = timed(messages, ticksOfQuarter, texts);
  const first = (kind: ScoreEventKind, pattern = /\S/): string | undefined =>
    events.find((event) => event.kind === kind && pattern.test(event.text ?? ''))?.text;
  // Karaoke files name themselves so.
  const title = first('text', /^@T\S/)?.slice(2) ?? (events.find(isTitle)?.text || undefined);
  const copyright = first('copyright');
  return {
    events,
    ...(title && { title: title.trim() }),
    ...(copyright && { copyright: copyright.trim() }),
    ...(hasInstruments && { hasInstruments }),
  };
}

/** The name of the first track is that of the piece. */
function isTitle({ kind, track, text = '' }: ScoreEvent): boolean {
  return kind === 'track_name' && track === 1 && text.trim() !== '';
}

/** The MIDI file itself of one in RIFF, without the sound font that may be beside it. */
export function standardMidiOf(bytes: Uint8Array): { readonly file: Uint8Array; readonly hasInstruments?: true } {
  if (latin1Of(bytes, 0, 4) !== 'RIFF' || latin1Of(bytes, 8, 12) !== 'RMID') return { file: bytes };
  const view = viewOf(bytes);
  let file: Uint8Array | undefined;
  let hasInstruments = false;
  for (let at = 12; at + 8 <= bytes.byteLength;) {
    const size = view.getUint32(at + 4, true);
    const type = latin1Of(bytes, at, at + 4);
    if (type === 'data' && !file) file = bytes.subarray(at + 8, at + 8 + size);
    hasInstruments ||= type === 'RIFF';
    at += 8 + size + (size % 2);
  }
  if (!file) throw truncated('it has no music');
  return { file, ...(hasInstruments && { hasInstruments }) };
}

function readTracks(
  file: Uint8Array,
  limits: Limits,
): { readonly messages: readonly Message[]; readonly ticksOfQuarter: number } {
  if (file.byteLength < 14) throw truncated('it has no whole header');
  if (latin1Of(file, 0, 4) !== 'MThd' || uint32At(file, 4) < 6) throw corrupt('it has no header of a MIDI file');
  const [kind, tracks, division] = [8, 10, 12].map((at) => uint16At(file, at)) as [number, number, number];
  if (kind > 1) throw unsupported('several pieces in one file (MIDI format 2)');
  if (division >= 0x8000) throw unsupported('times in frames of a video');
  if (division === 0) throw corrupt('a quarter note has no length');
  const messages: Message[] = [];
  let found = 0;
  for (let at = 8 + uint32At(file, 4); found < tracks;) {
    if (at + 8 > file.byteLength) throw truncated(`${found} of ${tracks} tracks are there`, { tracks: found });
    const size = uint32At(file, at + 4);
    if (latin1Of(file, at, at + 4) === 'MTrk') {
      if (at + 8 + size > file.byteLength) throw truncated(`track ${found + 1} is cut off`, { track: found + 1 });
      found++;
      readTrack(file.subarray(at + 8, at + 8 + size), found, messages, limits);
    }
    at += 8 + size;
  }
  if (messages.length === 0) throw corrupt('it has no events');
  // Events of one time stay in the order of their tracks.
  messages.sort((a, b) => a.tick - b.tick);
  return { messages, ticksOfQuarter: division };
}

function unsupported(what: string): ConversionError {
  const message = `The MIDI file has ${what}, which is not supported. Save it with one piece and times in parts of a quarter note.`;
  return new ConversionError({ code: 'unsupported_conversion', message });
}

function readTrack(bytes: Uint8Array, track: number, messages: Message[], { scoreEvents }: Limits): void {
  let [at, tick, running, port] = [0, 0, 0, 0];
  const next = (): number => {
    if (at >= bytes.byteLength) throw truncated(`an event of track ${track} is cut off`, { track });
    return bytes[at++]!;
  };
  const dataByte = (): number => {
    const byte = next();
    if (byte >= 0x80) throw corrupt(`an event of track ${track} lacks a byte`, { track });
    return byte;
  };
  const length = (): number => {
    let value = 0;
    for (let count = 0; count < 4; count++) {
      const byte = next();
      value = value * 0x80 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw corrupt(`a time or length in track ${track} has no end`, { track });
  };
  const data = (): Uint8Array => {
    const size = length();
    if (at + size > bytes.byteLength) throw truncated(`an event of track ${track} is cut off`, { track });
    at += size;
    return bytes.subarray(at - size, at);
  };
  while (at < bytes.byteLength) {
    tick += length();
    let status = next();
    if (status < 0x80) {
      if (running === 0) throw corrupt(`track ${track} begins with no event`, { track });
      status = running;
      at--;
    }
    const basics = { tick, track, status };
    if (status === 0xff) {
      const kind = next();
      const content = data();
      if (kind === META.end) return;
      if (kind === META.port) port = content[0] ?? 0;
      messages.push({ ...basics, port, first: kind, second: 0, data: content });
    } else if (status === 0xf0 || status === 0xf7) {
      messages.push({ ...basics, port, first: 0, second: 0, data: data() });
    } else if (status > 0xf0) {
      throw corrupt(`track ${track} has an event that no file may have`, { track });
    } else {
      running = status;
      const first = dataByte();
      messages.push({ ...basics, port, first, second: isShort(status) ? 0 : dataByte() });
    }
    if (messages.length > scoreEvents)
      throw new ConversionError({
        code: 'input_too_complex',
        message: `The music has more than ${scoreEvents} events. Split it first.`,
        details: { limit: 'scoreEvents', allowed: scoreEvents },
      });
  }
}

/** A program and the pressure of a channel have one byte of data. */
function isShort(status: number): boolean {
  return (status & 0xe0) === 0xc0;
}

/** One encoding for all texts of the file, which says nothing of it. */
function textDecoderOf(messages: readonly Message[]): (bytes: Uint8Array) => string {
  const texts = messages.flatMap(({ status, first, data }) => (status === 0xff && TEXTS[first] && data ? [data] : []));
  const line = Uint8Array.of(0x0a);
  const { encoding } = decodeText(concatBytes(texts.flatMap((text) => [text, line])));
  const decoder = new TextDecoder(encoding);
  return (bytes) => decoder.decode(bytes).replace(/\0+$/, '');
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Events with their times in seconds, each note with its length. */
function timed(
  messages: readonly Message[],
  ticksOfQuarter: number,
  textOf: (bytes: Uint8Array) => string,
): readonly ScoreEvent[] {
  const events: Mutable<ScoreEvent>[] = [];
  /** Notes whose keys are down, by channel and key. */
  const held = new Map<number, Mutable<ScoreEvent>[]>();
  let [seconds, tick, tempo] = [0, 0, USUAL_TEMPO];
  for (const message of messages) {
    const { status, first, second, track, port, data } = message;
    seconds += ((message.tick - tick) / ticksOfQuarter) * (tempo / 1e6);
    tick = message.tick;
    if (status >= 0xf0) {
      const event = otherEvent(message, textOf);
      if (event.kind === 'tempo') tempo = microsecondsOf(data!) || tempo;
      events.push({ seconds, track, ...event });
      continue;
    }
    const channel = port * 16 + (status & 0x0f) + 1;
    const key = channel * 0x80 + first;
    const isOn = status >= 0x90 && status < 0xa0 && second > 0;
    if (isOn) {
      const note: Mutable<ScoreEvent> = { seconds, track, channel, kind: 'note', number: first, value: second };
      events.push(note);
      const notes = held.get(key);
      if (notes) notes.push(note);
      else held.set(key, [note]);
    } else if (status < 0xa0) {
      const note = held.get(key)?.shift();
      if (note) note.length = seconds - note.seconds;
    } else events.push({ seconds, track, channel, ...channelEvent(message) });
  }
  // Keys that nobody releases are held until the last of what instruments are told.
  const end = events.findLast(({ channel }) => channel !== undefined)?.seconds ?? 0;
  for (const notes of held.values()) for (const note of notes) note.length = end - note.seconds;
  return events;
}

type EventContent = Pick<ScoreEvent, 'kind' | 'number' | 'value' | 'text'>;

function channelEvent({ status, first, second }: Message): EventContent {
  switch (status & 0xf0) {
    case 0xa0:
      return { kind: 'key_pressure', number: first, value: second };
    case 0xb0:
      return { kind: 'controller', number: first, value: second };
    case 0xc0:
      return { kind: 'program', number: first };
    case 0xd0:
      return { kind: 'pressure', value: first };
    default:
      return { kind: 'pitch_bend', value: second * 0x80 + first - 0x2000 };
  }
}

function otherEvent(
  { status, first, data = new Uint8Array() }: Message,
  textOf: (bytes: Uint8Array) => string,
): EventContent {
  if (status !== 0xff) return { kind: 'system_exclusive', text: hexOf(data) };
  const kind = TEXTS[first];
  if (kind) return { kind, text: textOf(data) };
  if (first === META.tempo && data.byteLength === 3 && microsecondsOf(data) > 0)
    return { kind: 'tempo', value: Math.round(6e10 / microsecondsOf(data)) / 1000 };
  if (first === META.time && data.byteLength >= 2 && data[1]! <= 6)
    return { kind: 'time_signature', text: `${data[0]}/${2 ** data[1]!}` };
  const key = first === META.key && data.byteLength === 2 ? keyOf(data) : undefined;
  if (key) return { kind: 'key_signature', text: key };
  if (first === META.sequence && data.byteLength === 2) return { kind: 'sequence_number', number: uint16At(data, 0) };
  return { kind: 'meta', number: first, text: hexOf(data) };
}

function microsecondsOf(data: Uint8Array): number {
  return data[0]! * 0x10000 + data[1]! * 0x100 + data[2]!;
}

const MAJOR = ['Cb', 'Gb', 'Db', 'Ab', 'Eb', 'Bb', 'F', 'C', 'G', 'D', 'A', 'E', 'B', 'F#', 'C#'];
/** The minor key of the same accidentals is three fifths further. */
const MINOR = ['Ab', 'Eb', 'Bb', 'F', 'C', 'G', 'D', 'A', 'E', 'B', 'F#', 'C#', 'G#', 'D#', 'A#'];

function keyOf(data: Uint8Array): string | undefined {
  const fifths = viewOf(data).getInt8(0);
  const name = (data[1] === 1 ? MINOR : MAJOR)[fifths + 7];
  return name && `${name} ${data[1] === 1 ? 'minor' : 'major'}`;
}
