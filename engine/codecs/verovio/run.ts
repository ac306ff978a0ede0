import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, RunContext, Step } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Facts } from '../../contract/facts.ts';
import { drawnNotes, requireDrawn, requirePlayed, requireWritten } from '../../content/notation/check.ts';
import { MUSICXML_PROLOG } from '../../content/notation/abc/musicxml.ts';
import { countMei } from '../../content/notation/mei.ts';
import { countMusicXml } from '../../content/notation/musicxml.ts';
import { readMusic, type ReadMusic } from '../../content/notation/read.ts';
import { factsOfScore, mediaOfScore } from '../../content/score/inspect.ts';
import { readMidi } from '../../content/score/midi/reader.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { Engraver } from './engraver.ts';

/** Signs that a message lists. */
const MOST_NAMED = 8;

interface OpenScores extends ReadMusic {
  readonly engraver: Engraver;
}

const createRunner: CreateRunner = () => {
  const engravers = new Map<'usual' | 'humdrum', Engraver>();
  const open = async (artifact: Artifact, context: RunContext): Promise<OpenScores> => {
    const read = readMusic(context.bytes(artifact), artifact.format, context.limits);
    const kind = artifact.format === 'krn' ? 'humdrum' : 'usual';
    const engraver = engravers.get(kind) ?? (await Engraver.start(kind));
    engravers.set(kind, engraver);
    engraver.open(read);
    return { ...read, engraver };
  };

  return {
    /** What is sung, and what is heard: the library tells when, which the drawing does not say. */
    async inspect(artifact, _request, context): Promise<Facts> {
      const { music, engraver } = await open(artifact, context);
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
    async convert([input], step, context) {
      const name = outputNameOf(input!.name, step.to);
      const read = await open(input!, context);
      tellDropped(read, context);
      if (step.edge === 'engrave') return engrave(read, input!, step, context);
      const bytes = (step.edge === 'events' ? eventsOf : step.edge === 'score' ? scoreOf : encoded)(read, context);
      return [{ name, format: step.to, bytes }];
    },
  };
};

export default createRunner;

function engrave({ music, engraver }: OpenScores, input: Artifact, step: Step, context: RunContext): Artifact[] {
  const { pages: allowed } = context.limits;
  let drawn = 0;
  const artifacts: Artifact[] = [];
  for (const { svg, isLast } of engraver.pages()) {
    context.signal.throwIfAborted();
    const page = artifacts.length + 1;
    if (page > allowed) throw tooManyPages(allowed);
    drawn += drawnNotes(svg);
    const number = isLast && page === 1 ? undefined : page;
    const output = context.create(outputNameOf(input.name, step.to, number), step.to);
    output.write(utf8Bytes(svg), 0);
    artifacts.push(output.finish());
  }
  requireDrawn(music, drawn);
  return artifacts;
}

function tooManyPages(allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The score has more than ${allowed} pages. Divide it.`,
    details: { limit: 'pages', allowed },
  });
}

function scoreOf({ music, scores: [score, ...others] }: OpenScores, { limits }: RunContext): Uint8Array {
  if (others.length > 0) {
    const tunes = others.length + 1;
    const message = `A file in MusicXML holds one score, and this one has ${tunes} tunes. Divide it, or convert it to MEI.`;
    throw new ConversionError({
      code: 'input_too_complex',
      message,
      details: { limit: 'tunes', allowed: 1, found: tunes },
    });
  }
  requireWritten(music, countMusicXml(score!, limits));
  return utf8Bytes(MUSICXML_PROLOG + score!);
}

function tellDropped({ unknown, unsung = 0 }: ReadMusic, context: RunContext): void {
  if (unsung > 0) {
    const message = `${unsung} pieces of lyrics that stand under no note are left out.`;
    context.warn({ code: 'text_dropped', message, details: { pieces: unsung } });
  }
  if (!unknown || unknown.size === 0) return;
  const named = [...unknown].slice(0, MOST_NAMED).map(([sign, count]) => `${count} × ${sign}`);
  context.warn({
    code: 'feature_dropped',
    message: `Signs that ABC notation does not know are left out: ${named.join(', ')}${unknown.size > MOST_NAMED ? ', …' : ''}.`,
    details: { signs: [...unknown.values()].reduce((sum, count) => sum + count, 0) },
  });
}

function eventsOf({ music, engraver }: OpenScores, { limits }: RunContext): Uint8Array {
  const midi = engraver.midi();
  const notes = readMidi(midi, limits).events.filter(({ kind }) => kind === 'note');
  requirePlayed(
    music,
    notes.map(({ number = 0 }) => number),
  );
  return midi;
}

function encoded({ music, engraver }: OpenScores, { limits }: RunContext): Uint8Array {
  const mei = engraver.mei();
  requireWritten(music, countMei(mei, limits));
  return utf8Bytes(mei);
}
