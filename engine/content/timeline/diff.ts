import { difference, type Difference } from '../../contract/differences.ts';
import type { Facts, MediaFacts, TrackFacts } from '../../contract/facts.ts';
import type { Diff, Expectation } from '../../contract/report.ts';
import { formatOf } from '../../formats/index.ts';

/** Milliseconds by which a track may start earlier or later beside the others: packets, and the delays of encoders. */
const OFFSET_MS = 150;

/** Compares what containers say of each track: language, marks, and when it starts beside the others. */
export const diffTimeline: Diff = function* (source, outputs, expectation) {
  const found = outputs[0]?.media;
  if (!source.media || !found || outputs.length > 1) return;
  for (const kind of ['audio', 'video', 'subtitle'] as const) {
    const [before, after] = [tracksOf(source.media, kind), tracksOf(found, kind)];
    if (!expectation.kept.includes(FEATURES[kind]) || before.length !== after.length) continue;
    for (const [index, track] of before.entries()) {
      yield* diffLanguage(track, after[index]!, index, { expectation, others: before });
      yield* diffMarks(track, after[index]!, index);
    }
  }
  yield* diffOffsets(source, found, expectation);
};

const FEATURES = { audio: 'audio', video: 'video', subtitle: 'subtitles' } as const;

function tracksOf({ tracks }: MediaFacts, kind: TrackFacts['kind']): TrackFacts[] {
  return tracks.filter((track) => track.kind === kind);
}

/** Languages are lost where a container has no place for them; a wrong one is a fault, and so is a lost one of several. */
function* diffLanguage(
  { kind, language }: TrackFacts,
  after: TrackFacts,
  index: number,
  { expectation: { to }, others }: { readonly expectation: Expectation; readonly others: readonly TrackFacts[] },
): Generator<Difference> {
  if (!language || sameLanguage(language, after.language)) return;
  if (!after.language && (others.length === 1 || !HOLDS_LANGUAGES.has(to))) return;
  const place = { track: index + 1 };
  const found = after.language ?? 'none';
  yield difference('track_language', place, {
    expected: language,
    found,
    feature: kind === 'subtitle' ? 'subtitles' : FEATURES[kind as 'audio'],
  });
}

const HOLDS_LANGUAGES: ReadonlySet<string> = new Set(['mp4', 'mov', 'm4v', 'mkv', 'mka', 'webm', 'ts', 'mts']);

/** Containers write `ger`, `deu` or `de`. */
function sameLanguage(one: string, other: string | undefined): boolean {
  return other !== undefined && canonical(one) === canonical(other);
}

function canonical(language: string): string {
  try {
    return new Intl.Locale(language).language;
  } catch {
    return language.toLowerCase();
  }
}

function* diffMarks(before: TrackFacts, after: TrackFacts, index: number): Generator<Difference> {
  const lost = (before.marks ?? []).filter((mark) => after.marks && !after.marks.includes(mark));
  if (lost.length > 0) yield difference('track_disposition', { track: index + 1 }, { expected: lost.join(', ') });
}

/** How much later audio starts than video must stay: players would show lips that do not fit. */
function* diffOffsets(
  { media }: Facts,
  found: MediaFacts,
  { from, to, kept, options }: Expectation,
): Generator<Difference> {
  const isTrimmed = options.start !== undefined || options.duration !== undefined;
  const isGuessed = [from, to].some((format) => formatOf(format).timeline?.length !== undefined);
  if (isTrimmed || isGuessed || !kept.includes('audio') || !kept.includes('video')) return;
  const [before, after] = [offsetOf(media!), offsetOf(found)];
  if (before === undefined || after === undefined || Math.abs(before - after) <= OFFSET_MS) return;
  yield difference(
    'track_offset',
    { track: 1 },
    { expected: milliseconds(before), found: milliseconds(after), feature: 'audio' },
  );
}

function offsetOf(media: MediaFacts): number | undefined {
  const [audio, video] = [tracksOf(media, 'audio')[0]?.startMs, tracksOf(media, 'video')[0]?.startMs];
  return audio === undefined || video === undefined ? undefined : audio - video;
}

function milliseconds(ms: number): string {
  return `${Math.round(ms)} ms`;
}
