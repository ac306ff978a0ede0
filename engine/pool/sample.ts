import type { RunContext, Runner } from '../contract/codec.ts';
import type { MediaFacts, ScoreFacts } from '../contract/facts.ts';
import type { Artifact } from '../contract/artifact.ts';
import type { Moment, MomentKind, MomentPair, Sample } from '../contract/samples.ts';
import { diffSound } from '../content/score/diff-sound.ts';
import { compareSamples } from '../content/timeline/compare/samples.ts';
import { paceOf, sampleOfImage, thinned } from '../content/timeline/image-frames.ts';
import { resultTracks } from '../content/timeline/compare/media.ts';
import { keptKinds, momentsOf, movedTo } from '../content/timeline/moments.ts';
import { collectFindings } from '../verify/findings.ts';
import type { OutcomeOf, SampleTask } from './protocol.ts';

/** Decodes moments of a result, and of its source unless that is a score, and compares them. */
export function sampleTask(runner: Runner, task: SampleTask, context: RunContext): Promise<OutcomeOf['sample']> {
  return task.facts.score
    ? sampleRecording(runner, task, task.facts.score, context)
    : sampleBoth(runner, task, context);
}

async function sampleRecording(
  runner: Runner,
  { output, facts, expectation, effort }: SampleTask,
  score: ScoreFacts,
  context: RunContext,
): Promise<OutcomeOf['sample']> {
  const pairs = momentsOf(facts, expectation, effort);
  const moments = pairs.map((pair) => pair.after);
  const after = moments.length === 0 ? [] : await runner.sample!(output, { moments, audioTracks: 1 }, context);
  const found = collectFindings(diffSound(score, { pairs, after, gainDb: expectation.options.volume ?? 0 }));
  return { ...found, isWhole: found.checks.length > 0, output };
}

/** Tracks whose packets are the same are not decoded. */
async function sampleBoth(runner: Runner, task: SampleTask, context: RunContext): Promise<OutcomeOf['sample']> {
  const { source, output, facts, expectation, place, image, effort } = task;
  const audioTracks = tracksOf(facts.media, 'audio').length;
  const ofResult = resultTracks(audioTracks, expectation.to);
  const copied = place ? [] : await copiedKinds(runner, task, context);
  const moments = momentsOf(facts, expectation, effort, copied);
  const pairs: readonly MomentPair[] = place ? movedTo(moments, place) : moments;
  const [before, after] = [pairs.map((pair) => pair.before), pairs.map((pair) => pair.after)];
  const pace = image && paceOf(image);
  const decoded = async (file: Artifact, tracks: number, wanted: readonly Moment[]): Promise<readonly Sample[]> =>
    wanted.length === 0
      ? []
      : runner.sample!(file, { moments: wanted, audioTracks: tracks, framesPerSecond: pace }, context);
  const seen = await decoded(source, audioTracks, before);
  const played = {
    pairs,
    before: pace === undefined ? seen : seen.map((sample) => thinned(sample, pace)),
    after: image ? after.map((moment) => sampleOfImage(image, moment)) : await decoded(output, ofResult, after),
    ...(pace !== undefined && {
      paced: { pace, before: seen, after: after.map((moment) => sampleOfImage(image!, moment, pace)) },
    }),
  };
  const { checks, differences, isWhole } = compareSamples(played, {
    facts,
    expectation,
    place,
    copied,
    tracks: task.tracks,
  });
  return { ...collectFindings([...checks, ...differences]), isWhole, output };
}

/** The kinds of tracks of which the result has the very packets of the source. */
async function copiedKinds(
  runner: Runner,
  { source, output, facts, expectation, tracks }: SampleTask,
  context: RunContext,
): Promise<MomentKind[]> {
  const mayBe = keptKinds(facts, expectation).filter((kind) => {
    const [before, after] = [tracksOf(facts.media, kind), tracksOf({ tracks }, kind)];
    const isSame = before.length === after.length && before.every(({ codec }, at) => codec === after[at]!.codec);
    return isSame && before.length > 0;
  });
  if (mayBe.length === 0 || !runner.packetSums) return [];
  const before = await runner.packetSums(source, mayBe, context);
  const after = before.length > 0 ? await runner.packetSums(output, mayBe, context) : [];
  const sumsOf = (sums: readonly (readonly [MomentKind, string])[], kind: MomentKind): string =>
    sums.flatMap(([of, sum]) => (of === kind ? [sum] : [])).join();
  return mayBe.filter((kind) => sumsOf(before, kind) !== '' && sumsOf(before, kind) === sumsOf(after, kind));
}

function tracksOf(media: Pick<MediaFacts, 'tracks'> | undefined, kind: MomentKind): MediaFacts['tracks'] {
  return media?.tracks.filter((track) => track.kind === kind) ?? [];
}
