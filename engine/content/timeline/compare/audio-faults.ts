import type { DifferenceKind } from '../../../contract/differences.ts';
import { distanceOf, LAGS, type HeardWindow, type Listening, type MomentLag } from './listening.ts';
import { BAND_EDGES, FLOOR_DB, HEARD_DB } from './spectrum.ts';

/** What is wrong with a track. */
export interface AudioFault {
  readonly kind: DifferenceKind;
  readonly atMs?: number;
  readonly expected?: string;
  readonly found?: string;
}

/** What is known of the conversion. */
export interface AudioExpectation {
  /** Decibels that were asked for. */
  readonly gainDb: number;
  /** The loudness was asked to be evened out. */
  readonly isLevelled: boolean;
  /** The result's codec keeps no more than speech: of the spectrum only the middle counts. */
  readonly isNarrow: boolean;
  /** It was made for speech, or has lost what the source has above it: levels are others as well. */
  readonly isSpeech: boolean;
  /** The result's codec adds no noise of its own where nothing is heard. */
  readonly isClean: boolean;
  /** So few bits were asked for that encoders share them between the channels, or make one of them. */
  readonly isJoint: boolean;
  /** Hz of the bands into which the result's codec divides a sound, if bits are few: the noise of each fills it evenly. */
  readonly subbandHz?: number;
}

/** Decibels below which nothing is heard in the source. */
const SILENT_DB = -60;
/** How much quieter a window is that is lost, and how loud one that was made up. */
const LOST_DB = 30;
const NOISE_DB = -40;
/** Tenths of a second in a row that make a fault: gates and the delay of codecs take one or two. */
const LEAST_RUN = 3;
const GAP = { loudDb: -35, silentDb: -80 } as const;
/** The share of what is heard whose loss makes a track silent. */
const MOST_LOST = 0.8;
/** Windows that say something of a whole track. */
const LEAST_WINDOWS = 4;
/** Decibels by which spectra differ: codecs of few kilobits come to 6, of joint channels to 7, other audio to 9 and more. */
const OTHER_AUDIO_DB = { full: 6.5, joint: 7.5, narrow: 9 } as const;
/** Decibels by which one window differs from that of the source, and windows in a row that make a fault. */
const OTHER_WINDOW = { db: 10, run: 3 } as const;
/** How surely audio is at another time, and how surely its last part alone is. */
const LAG_GAIN = 0.2;
const END_GAIN = 0.4;
/** Decibels of a whole track. */
const LEVEL_DB = { sameChannels: 2.5, joint: 4, speech: 8, mixed: 15 } as const;
const CREST_DB = 2.5;
/** Decibels by which a band is louder or quieter, the share of the windows in which it is, and how loud it must be. */
const BAND = { more: 12, less: 15, share: 0.6, least: -65, belowLevel: { noisy: 30, clean: 45 } } as const;
/** How much better exchanged channels fit. */
const EXCHANGED = { ratio: 0.5, leastDb: 2 } as const;

/** Decibels by which two channels differ, and how opposite the same is in a result that has them exchanged. */
const BALANCE = { db: 0.3, likeness: -0.5 } as const;

/** What is wrong with a track, the worst first. */
export function audioFaults(heard: Listening, expectation: AudioExpectation): AudioFault[] {
  const isSilent = heard.rows.map((row) => lostShare(row) >= MOST_LOST);
  if (heard.rows.length > 0 && isSilent.every(Boolean)) return [{ kind: 'track_silent' }];
  return [
    ...isSilent.flatMap((silent, channel): AudioFault[] =>
      silent ? [{ kind: 'channel_silent', found: `channel ${channel + 1}` }] : [],
    ),
    ...[...missingFaults(heard), ...endFaults(heard)].slice(0, 1),
    ...heard.rows.flatMap((row, index) => (isSilent[index] ? [] : runFaults(row, expectation))),
    ...phaseFaults(heard),
    ...lagFaults(heard),
    ...timeFaults(heard, expectation),
    ...exchangeFaults(heard),
    ...spectrumFaults(heard, expectation),
    ...averageFaults(heard, expectation),
    ...pitchFaults(heard),
  ];
}

function isLost({ before, after }: HeardWindow): boolean {
  return before > HEARD_DB && after < before - LOST_DB;
}

/** A window of loud audio in which nothing at all is played; the first and the last are at the mercy of delays. */
function isGap({ before, after }: HeardWindow): boolean {
  return before > GAP.loudDb && after < Math.min(GAP.silentDb, before - LOST_DB);
}

function lostShare(row: readonly HeardWindow[]): number {
  const heard = row.filter(({ before }) => before > HEARD_DB);
  return heard.length === 0 ? 0 : heard.filter(isLost).length / heard.length;
}

/** Where a result has ended, only its length is wrong, which is compared of all tracks. */
function missingFaults({ missing, rows, isWhole }: Listening): AudioFault[] {
  const isAll = rows.every((row) => row.length === 0);
  return missing.length > 0 && (isAll || isWhole || missing.length > 1)
    ? [{ kind: 'audio_missing', atMs: missing[0]!, found: 'nothing' }]
    : [];
}

/** Seconds by which a result may end early: a delay that was cut off as rounded. */
const ENDS_EARLY = 0.04;

/** A result that has ended while its source is heard. */
function endFaults({ end }: Listening): AudioFault[] {
  if (!end || end.lost <= ENDS_EARLY) return [];
  return [{ kind: 'audio_missing', atMs: end.atMs, found: `nothing for ${end.lost.toFixed(2)} s` }];
}

/** Silence where something is heard, and noise where nothing is. */
function runFaults(row: readonly HeardWindow[], { isClean }: AudioExpectation): AudioFault[] {
  const gap = isClean ? row.slice(1, -1).find((window) => isGap(window))?.atMs : undefined;
  const lost = firstRun(row, isLost) ?? gap;
  const added = firstRun(row, ({ before, after }) => before < SILENT_DB && after > NOISE_DB);
  return [
    ...(lost === undefined ? [] : [{ kind: 'audio_missing', atMs: lost, found: 'silence' } as const]),
    ...(added === undefined ? [] : [{ kind: 'audio_added', atMs: added, expected: 'silence' } as const]),
  ];
}

/** Milliseconds between the starts of windows that follow each other. */
const NEXT_MS = 150;

function firstRun(
  row: readonly HeardWindow[],
  test: (window: HeardWindow) => boolean,
  least: number = LEAST_RUN,
): number | undefined {
  let run = 0;
  for (const [index, window] of row.entries()) {
    const follows = index > 0 && window.atMs - row[index - 1]!.atMs < NEXT_MS;
    run = test(window) ? (follows ? run + 1 : 1) : 0;
    if (run === least) return row[index - least + 1]!.atMs;
  }
  return undefined;
}

/** The first moment is found without seeking; one of the others alone may be found less exactly. */
function lagFaults({ lags, isWhole }: Listening): AudioFault[] {
  const isLate = ({ seconds, gain, drift = 0 }: MomentLag): boolean =>
    (gain > LAG_GAIN && Math.abs(seconds) > LAGS.usual) || drift > LAG_GAIN;
  const late = lags.filter(isLate);
  const [first] = late;
  if (!first) return [];
  const endsLate = late.at(-1) === lags.at(-1) && Math.max(first.gain, first.drift ?? 0) > END_GAIN;
  const isFollowed =
    isWhole && (endsLate || lags.some((lag, index) => index > 0 && isLate(lag) && isLate(lags[index - 1]!)));
  if (first !== lags[0] && late.length <= lags.length / 2 && !isFollowed) return [];
  // Where most of a track is late, its beginning is what differs from the rest.
  const { seconds, atMs } = late.find((lag) => Math.abs(lag.seconds) > LAGS.usual) ?? first;
  const found = `${Math.abs(seconds).toFixed(2)} s ${seconds > 0 ? 'later' : 'earlier'}`;
  return [{ kind: 'moment_shifted', atMs, found }];
}

/** How alike levels and pitches over time must be in most moments: codecs for speech come to 0.6. Others come to 0.7 in each part. */
const LEAST_LIKENESS = { most: 0.4, part: 0.25 } as const;

/** Audio whose levels and pitches do not follow each other as those of the source, in most moments. Weights of a mix change both, and so does one channel made of two. */
function timeFaults(
  heard: Listening,
  { isLevelled, isNarrow, isSpeech, isClean, isJoint }: AudioExpectation,
): AudioFault[] {
  const { lags, isDownmix, isMixed, isWhole } = heard;
  if (isLevelled || isSpeech || isDownmix || isJoint) return [];
  const told = lags.filter(({ likeness }) => likeness !== undefined);
  const other = told.filter(({ likeness = 1 }) => likeness < LEAST_LIKENESS.most);
  const from = isClean && isWhole && !isMixed && !isNarrow ? otherFrom(told) : undefined;
  const first = other.length > told.length / 2 ? other[0] : from;
  return first ? [{ kind: 'audio_changed', atMs: first.atMs, found: 'other audio' }] : [];
}

/** The first of two parts in a row that are other audio, or the last part of all. */
function otherFrom(told: readonly MomentLag[]): MomentLag | undefined {
  const isOther = ({ likeness = 1 }: MomentLag): boolean => likeness < LEAST_LIKENESS.part;
  return told.find((lag, at) => isOther(lag) && (at === told.length - 1 || isOther(told[at + 1]!)));
}

/** How surely the waves of both channels are alike, or opposite. */
const PHASE = 0.3;

/** One of two channels whose wave is upside down: where both are played together, they cancel each other out. */
function phaseFaults({ phaseBefore, phaseAfter }: Listening): AudioFault[] {
  const isOpposite = phaseBefore * phaseAfter < 0 && Math.min(Math.abs(phaseBefore), Math.abs(phaseAfter)) > PHASE;
  return isOpposite ? [{ kind: 'audio_changed', found: 'one channel inverted' }] : [];
}

function exchangeFaults({ distances, balance }: Listening): AudioFault[] {
  if (balance.db > BALANCE.db && balance.likeness < BALANCE.likeness)
    return [{ kind: 'channels_exchanged', found: 'channels 1 and 2' }];
  for (const [channel, row] of distances.entries()) {
    const own = row[channel]!;
    const nearest = row.indexOf(Math.min(...row));
    const back = distances[nearest]![channel]!;
    const crossed = row[nearest]! + back;
    const straight = own + distances[nearest]![nearest]!;
    if (nearest === channel || own < EXCHANGED.leastDb || crossed > straight * EXCHANGED.ratio) continue;
    return [{ kind: 'channels_exchanged', found: `channels ${channel + 1} and ${nearest + 1}` }];
  }
  return [];
}

function spectrumFaults(heard: Listening, expectation: AudioExpectation): AudioFault[] {
  const { gainDb, isLevelled, isNarrow, isSpeech, isJoint } = expectation;
  const { isMixed, isDownmix } = heard;
  for (const row of isJoint ? [together(heard.rows)] : heard.rows) {
    const both = row.filter((window) => window.before > HEARD_DB && !isLost(window));
    if (both.length < LEAST_WINDOWS) continue;
    const shift = isLevelled || isDownmix || isJoint || gainDb !== 0 ? levelShift(both) : 0;
    const levelled = both.map((window) => ({
      ...window,
      bandsAfter: window.bandsAfter.map((level) => Math.max(FLOOR_DB, level - shift)),
    }));
    const bands = isNarrow ? NARROW_BANDS : ALL_BANDS;
    const level = levelShift(both) - gainDb;
    const most = isMixed ? LEVEL_DB.mixed : isSpeech ? LEVEL_DB.speech : LEVEL_DB[isJoint ? 'joint' : 'sameChannels'];
    if (!isLevelled && gainDb <= 0 && Math.abs(level) > most)
      return [{ kind: 'level_changed', found: `${level.toFixed(1)} dB` }];
    const distance = median(
      levelled.map(({ bandsBefore, bandsAfter }) => distanceOf(bands(bandsBefore), bands(bandsAfter))),
    );
    if (distance > OTHER_AUDIO_DB[isNarrow ? 'narrow' : isJoint ? 'joint' : 'full'])
      return [{ kind: 'audio_changed', found: `other audio (${distance.toFixed(1)} dB apart)` }];
    const other = firstRun(levelled, isOther, OTHER_WINDOW.run);
    if (expectation.isClean && !isNarrow && other !== undefined)
      return [{ kind: 'audio_changed', atMs: other, found: 'other audio' }];
    const crest = median(both.map(({ crestBefore, crestAfter }) => crestAfter - crestBefore));
    if (!isLevelled && !isNarrow && !isMixed && gainDb <= 0 && crest < -CREST_DB)
      return [{ kind: 'audio_changed', found: `clipped (${(-crest).toFixed(1)} dB)` }];
    const band = isNarrow ? undefined : bandFault(levelled, expectation);
    if (band) return [band];
  }
  return [];
}

/** What is played at each window by all channels: the mean of their powers, and the least of their crests. */
function together([first = [], ...others]: Listening['rows']): HeardWindow[] {
  if (others.length === 0) return [...first];
  return first.map((window, at) => {
    const all = [window, ...others.flatMap((row) => row[at] ?? [])];
    const bandsOf = (side: 'bandsBefore' | 'bandsAfter'): Float64Array =>
      window[side].map((_, band) => meanLevel(all.map((each) => each[side][band]!)));
    return {
      atMs: window.atMs,
      before: meanLevel(all.map(({ before }) => before)),
      after: meanLevel(all.map(({ after }) => after)),
      bandsBefore: bandsOf('bandsBefore'),
      bandsAfter: bandsOf('bandsAfter'),
      crestBefore: Math.min(...all.map(({ crestBefore }) => crestBefore)),
      crestAfter: Math.min(...all.map(({ crestAfter }) => crestAfter)),
    };
  });
}

/** The level of the mean power of levels in decibels. */
function meanLevel(levels: readonly number[]): number {
  return 10 * Math.log10(levels.reduce((sum, level) => sum + 10 ** (level / 10), 0) / levels.length);
}

function isOther({ bandsBefore, bandsAfter }: HeardWindow): boolean {
  return distanceOf(bandsBefore, bandsAfter) > OTHER_WINDOW.db;
}

/** Up to 3,200 Hz and from 300 Hz on: what telephones hold. */
const NARROW_BANDS = (bands: Float64Array): Float64Array => bands.subarray(5, 15);
const ALL_BANDS = (bands: Float64Array): Float64Array => bands;

function levelShift(windows: readonly HeardWindow[]): number {
  return median(windows.map(({ before, after }) => after - before));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Bands above this are cut by encoders of few kilobits: about 6,400 Hz. */
const LAST_BAND = 18;

/** A part of the spectrum that is lost, or filled with something else, nearly all the time. */
function bandFault(windows: readonly HeardWindow[], { isClean, subbandHz }: AudioExpectation): AudioFault | undefined {
  const bands = Math.min(LAST_BAND, windows[0]!.bandsBefore.length);
  for (let band = 0; band < bands; band++) {
    const heard = windows.filter((window) =>
      isAudible(window.bandsBefore[band]!, window.before, BAND.belowLevel.noisy),
    );
    const lost = heard.filter((window) => window.bandsAfter[band]! < window.bandsBefore[band]! - BAND.less);
    if (heard.length >= windows.length / 3 && heard.length >= LEAST_WINDOWS && lost.length > BAND.share * heard.length)
      return { kind: 'audio_changed', found: `nothing at ${frequencyOf(band)}` };
    const added = windows.filter(
      (window) =>
        window.bandsAfter[band]! > window.bandsBefore[band]! + BAND.more &&
        isAudible(window.bandsAfter[band]!, window.after, isClean ? BAND.belowLevel.clean : BAND.belowLevel.noisy) &&
        !(subbandHz && isOfSubband(window, band, subbandHz)),
    );
    if (added.length > BAND.share * windows.length)
      return { kind: 'audio_changed', found: `noise at ${frequencyOf(band)}` };
  }
  return undefined;
}

/** Decibels by which the noise of a subband is below what is played in it: five steps of a quantiser give 11, seven 16. */
const BELOW_SUBBAND_DB = 15;

/** Whether what was added is the noise of a subband in which something far louder is played. */
function isOfSubband({ bandsBefore, bandsAfter }: HeardWindow, band: number, subbandHz: number): boolean {
  const [from, to] = [BAND_EDGES[band]! - subbandHz, BAND_EDGES[band + 1]! + subbandHz];
  return bandsBefore.some(
    (level, other) =>
      BAND_EDGES[other]! < to && BAND_EDGES[other + 1]! > from && bandsAfter[band]! < level - BELOW_SUBBAND_DB,
  );
}

function isAudible(band: number, level: number, below: number): boolean {
  return band > Math.max(BAND.least, level - below);
}

function frequencyOf(band: number): string {
  return `${Math.round(100 * 2 ** ((band + 0.5) / 3))} Hz`;
}

/**
 * How much better another pitch must fit, how well at least, by how many quarters of a semitone it differs, and how many
 * windows are heard: a short tone that rises is at another pitch a moment later.
 */
const PITCH = { gain: 0.1, likeness: 0.5, steps: 2, windows: 12 } as const;

/** Audio that is played too high or too low: its peaks are beside those of the source. */
function pitchFaults({ pitch }: Listening): AudioFault[] {
  const { steps, likeness, own, windows } = pitch.best();
  if (
    windows < PITCH.windows ||
    Math.abs(steps) < PITCH.steps ||
    likeness < own + PITCH.gain ||
    likeness < PITCH.likeness
  )
    return [];
  return [{ kind: 'audio_changed', found: `a pitch of ${Math.round(1000 * 2 ** (steps / 48)) / 10} %` }];
}

/**
 * Decibels by which a band may be louder or quieter over a whole track than the others are; those below the loudest band
 * at which one no longer counts; the frequency up to which encoders at their usual quality keep everything; and the share
 * of the windows in which it is so.
 */
const AVERAGE = { db: 4, belowLoudest: 40, least: -80, mostHz: 12_800, share: 0.25 } as const;
/**
 * The band above it: of music and noise all of them keep it within half a decibel, but they may leave out what is hardly
 * heard. Where a rate was halved on the way, it is gone: 20 dB and more.
 */
const HIGHEST = { mostHz: 16_200, db: 10 } as const;

/** Decibels below the band beside it at which one is not heard: encoders leave it out. */
const MASKED_DB = 12;
/** Below 200 Hz encoders for speech take away some of the rumble. */
const BASS = { bands: 3, db: 8 } as const;

function mostChange(band: number): number {
  if (band < BASS.bands) return BASS.db;
  return BAND_EDGES[band + 1]! > AVERAGE.mostHz + 1 ? HIGHEST.db : AVERAGE.db; // edges are rounded
}

/** A part of the spectrum that is quieter or louder all the time, as through a telephone. */
function averageFaults({ average, isMixed }: Listening, expectation: AudioExpectation): AudioFault[] {
  if (isMixed || expectation.isNarrow || expectation.isLevelled || !expectation.isClean) return [];
  const bands = average.bands(HIGHEST.mostHz);
  const least = Math.max(AVERAGE.least, Math.max(...bands.map(({ before }) => before)) - AVERAGE.belowLoudest);
  const shift = median(bands.filter(({ before }) => before > least).map(({ before, after }) => after - before));
  for (const [band, { before, after, changes }] of bands.entries()) {
    const change = after - before - shift;
    const around = Math.max(bands[band - 1]?.before ?? -Infinity, bands[band + 1]?.before ?? -Infinity);
    if (before <= Math.max(least, around - MASKED_DB) || Math.abs(change) <= mostChange(band)) continue;
    // One window may hold a click that the other file has a moment earlier.
    const alike = changes.filter((one) => (one - shift) * Math.sign(change) > AVERAGE.db / 2).length;
    if (alike >= AVERAGE.share * changes.length)
      return [{ kind: 'audio_changed', found: `${change.toFixed(1)} dB at ${frequencyOf(band)}` }];
  }
  return [];
}
