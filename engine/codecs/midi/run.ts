import type { CreateRunner } from '../../contract/codec.ts';
import type { Facts, TrackFacts } from '../../contract/facts.ts';
import type { Feature } from '../../formats/features.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { cueFacts } from '../../content/cues/inspect.ts';
import { Notes } from '../../content/cues/notes.ts';
import { WRITERS, type WrittenFormat } from '../../content/cues/write.ts';
import { factsOfData } from '../../content/records/inspect-source.ts';
import { factsOfScore, mediaOfScore } from '../../content/score/inspect.ts';
import { lyricsOf } from '../../content/score/lyrics.ts';
import { readMidi } from '../../content/score/midi/reader.ts';
import { tableOfScore } from '../../content/score/table.ts';

const createRunner: CreateRunner = () => ({
  /** A MIDI file is a table of events, audio that nobody has played yet, and perhaps a song. */
  async inspect(artifact, request, context): Promise<Facts> {
    const bytes = context.bytes(artifact);
    const score = readMidi(bytes, context.limits);
    const basics = { format: artifact.format, sizeBytes: bytes.byteLength, reader: 'midi' };
    const facts = await factsOfData(basics, request, context, async () => tableOfScore(score));
    const { cues } = cueFacts(lyricsOf(score), basics, { resolutionMs: 1, isKnown: true }, context.limits);
    const media = mediaOfScore(score);
    const isThere: Partial<Record<Feature, boolean>> = {
      audio: media.tracks.length > 0,
      subtitles: cues!.count > 0,
      metadata: Object.keys(media.tags).length > 0,
    };
    const lyrics: readonly TrackFacts[] = cues!.count > 0 ? [{ kind: 'subtitle', codec: 'lyrics' }] : [];
    return {
      ...facts,
      features: facts.features.filter((feature) => isThere[feature] !== false),
      media: { ...media, tracks: [...media.tracks, ...lyrics] },
      score: factsOfScore(score),
      ...(cues!.count > 0 && { cues }),
    };
  },
  convert([input], { to }, context) {
    const notes = new Notes();
    const sheet = lyricsOf(readMidi(context.bytes(input!), context.limits));
    const text = WRITERS[to as WrittenFormat](sheet, notes, {});
    for (const warning of notes.warnings()) context.warn(warning);
    return [{ name: outputNameOf(input!.name, to), format: to, bytes: utf8Bytes(text) }];
  },
});

export default createRunner;
