/** What an event of a score is. Those of `meta` are of kinds that no reader here knows: `number` says of which. */
export type ScoreEventKind =
  | 'note'
  | 'key_pressure'
  | 'controller'
  | 'program'
  | 'pressure'
  | 'pitch_bend'
  | 'tempo'
  | 'time_signature'
  | 'key_signature'
  | 'sequence_number'
  | 'text'
  | 'copyright'
  | 'track_name'
  | 'instrument_name'
  | 'lyrics'
  | 'marker'
  | 'cue_point'
  | 'program_name'
  | 'device_name'
  | 'system_exclusive'
  | 'meta';

export interface ScoreEvent {
  readonly seconds: number;
  /** From 1. */
  readonly track: number;
  /** From 1, 16 for each port; absent where the event is for no channel. */
  readonly channel?: number;
  readonly kind: ScoreEventKind;
  /** The key of a note (60 is middle C), the number of a controller or program. */
  readonly number?: number;
  /** Velocity of a note, value of a controller, beats a minute of a tempo. */
  readonly value?: number;
  /** Seconds that the key of a note is held. */
  readonly length?: number;
  /** What the event says; hexadecimal digits of what is no text. */
  readonly text?: string;
}

/** Music as instructions for instruments, in the order of time. */
export interface Score {
  readonly events: readonly ScoreEvent[];
  readonly title?: string;
  readonly copyright?: string;
  /** It brings a sound font of its own. */
  readonly hasInstruments?: true;
}

/** Seconds after the last note in which instruments and rooms fade out. */
const FADE_SECONDS = 3;

/** Seconds that a score is heard; 0 for one without notes. */
export function heardSeconds({ events }: Score): number {
  let end = -FADE_SECONDS;
  for (const { kind, seconds, length = 0 } of events) if (kind === 'note') end = Math.max(end, seconds + length);
  return end + FADE_SECONDS;
}
