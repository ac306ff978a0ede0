import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, RunContext, Step } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Facts } from '../../contract/facts.ts';
import { drawnNotes, requireDrawn, requirePlayed, requireWritten } from '../../content/notation/check.ts';
import { countMei } from '../../content/notation/mei.ts';
import { readMusic, type ReadMusic } from '../../content/notation/read.ts';
import { factsOfScore, mediaOfScore } from '../../content/score/inspect.ts';
import { readMidi } from '../../content/score/midi/reader.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { Engraver } from './engraver.ts';

const createRunner: CreateRunner = async () => {
  const engraver = await Engraver.start();
  const open = (artifact: Artifact, context: RunContext): ReadMusic => {
    const read = readMusic(context.bytes(artifact), artifact.format, context.limits);
    engraver.open(read.xml);
    return read;
  };

  return {
    /** What is sung, and what is heard: the library tells when, which the drawing does not say. */
    inspect(artifact, _request, context): Facts {
      const { music } = open(artifact, context);
      const score = readMidi(engraver.midi(), context.limits);
      const media = mediaOfScore(score);
      const text = music.lyrics.join('\n');
      return {
        format: artifact.format,
        sizeBytes: context.bytes(artifact).byteLength,
        reader: 'verovio',
        depth: 'content',
        features: [
          ...(['structure', 'vector', 'look'] as const),
          ...(text === '' ? [] : (['text'] as const)),
          ...(media.tracks.length === 0 ? [] : (['audio'] as const)),
          ...(music.title === undefined ? [] : (['metadata'] as const)),
        ],
        document: { text, figures: 0, links: 0 },
        media: { ...media, tags: {} },
        score: factsOfScore(score),
      };
    },
    convert([input], step, context) {
      const read = open(input!, context);
      if (step.edge === 'engrave') return engrave(engraver, read, input!, step, context);
      const bytes = step.edge === 'events' ? eventsOf(engraver, read, context) : encoded(engraver, read, context);
      return [{ name: outputNameOf(input!.name, step.to), format: step.to, bytes }];
    },
    heapBytes: () => engraver.heapBytes,
  };
};

export default createRunner;

function engrave(
  engraver: Engraver,
  { music }: ReadMusic,
  input: Artifact,
  step: Step,
  context: RunContext,
): Artifact[] {
  const { pages } = engraver;
  if (pages > context.limits.pages)
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The score has ${pages} pages; ${context.limits.pages} are the most. Divide it.`,
      details: { limit: 'pages', allowed: context.limits.pages, found: pages },
    });
  let drawn = 0;
  const artifacts: Artifact[] = [];
  for (let page = 1; page <= pages; page++) {
    context.signal.throwIfAborted();
    const svg = engraver.page(page);
    drawn += drawnNotes(svg);
    const output = context.create(outputNameOf(input.name, step.to, pages > 1 ? page : undefined), step.to);
    output.write(utf8Bytes(svg), 0);
    artifacts.push(output.finish());
    context.progress(page / pages);
  }
  requireDrawn(music, drawn);
  return artifacts;
}

function eventsOf(engraver: Engraver, { music }: ReadMusic, { limits }: RunContext): Uint8Array {
  const midi = engraver.midi();
  requirePlayed(music, readMidi(midi, limits).events.filter(({ kind }) => kind === 'note').length);
  return midi;
}

function encoded(engraver: Engraver, { music }: ReadMusic, { limits }: RunContext): Uint8Array {
  const mei = engraver.mei();
  requireWritten(music, countMei(mei, limits));
  return utf8Bytes(mei);
}
