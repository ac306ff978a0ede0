import type { CreateRunner } from '../../contract/codec.ts';
import type { Feature } from '../../formats/features.ts';
import { factsOfData } from '../../content/records/inspect-source.ts';
import { factsOfScore, mediaOfScore } from '../../content/score/inspect.ts';
import { readMidi } from '../../content/score/midi/reader.ts';
import { tableOfScore } from '../../content/score/table.ts';

const createRunner: CreateRunner = () => ({
  /** A MIDI file is a table of events, and audio that nobody has played yet. */
  async inspect(artifact, request, context) {
    const bytes = context.bytes(artifact);
    const score = readMidi(bytes, context.limits);
    const basics = { format: artifact.format, sizeBytes: bytes.byteLength, reader: 'midi-reader' };
    const facts = await factsOfData(basics, request, context, async () => tableOfScore(score));
    const media = mediaOfScore(score);
    const isThere = (feature: Feature): boolean =>
      feature === 'audio' ? media.tracks.length > 0 : feature !== 'metadata' || Object.keys(media.tags).length > 0;
    return { ...facts, features: facts.features.filter(isThere), media, score: factsOfScore(score) };
  },
});

export default createRunner;
