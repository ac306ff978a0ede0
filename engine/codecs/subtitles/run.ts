import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/index.ts';
import type { OptionValues } from '../../formats/options.ts';
import type { Artifact, BytesArtifact } from '../../contract/artifact.ts';
import { decodeText } from '../../io/text-encoding.ts';
import type { CueSheet } from '../../content/cues/model.ts';
import type { Facts } from '../../contract/facts.ts';
import { cueFacts } from '../../content/cues/inspect.ts';
import { Notes } from '../../content/cues/notes.ts';
import { declaredRate } from '../../content/cues/microdvd/reader.ts';
import { READERS, type ReadFormat } from '../../content/cues/read.ts';
import { SECOND_MS } from '../../content/cues/times.ts';
import { WRITERS, type WrittenFormat } from '../../content/cues/write.ts';
import { outputNameOf } from '../../formats/output-name.ts';

/** Steps of a format's clock that are longer than a millisecond. */
const RESOLUTION_MS: Partial<Record<ReadFormat, number>> = { ass: 10, ssa: 10, lrc: 10, scc: 34 };

/** More cues than any video has: a hundred hours of speech. */
const MAX_CUES = 200_000;

const createRunner: CreateRunner = () => ({
  inspect: (artifact, _request, context) => inspect(artifact, context),
  convert: (inputs, step, context) => inputs.map((input) => convert(input, step, context)),
});

export default createRunner;

function convert(input: Artifact, { from, to, options }: Step, context: RunContext): BytesArtifact {
  const notes = new Notes();
  const sheet = read(input, from as ReadFormat, options, notes, context);
  if (sheet.cues.length === 0) throw noCues(from);
  const text = WRITERS[to as WrittenFormat](sheet, notes, options);
  for (const warning of notes.warnings()) context.warn(warning);
  return { name: outputNameOf(input.name, to), format: to, bytes: new TextEncoder().encode(text) };
}

function inspect(artifact: Artifact, context: RunContext): Facts {
  const format = artifact.format as ReadFormat;
  const bytes = context.bytes(artifact);
  const rate = format === 'sub' ? declaredRate(decodeText(bytes).text) : undefined;
  const isKnown = format !== 'sub' || rate !== undefined;
  // Without a rate the times are nothing worth, but what is said can be read.
  const sheet = read(artifact, format, isKnown ? {} : { fps: 1 }, new Notes(), context);
  const timing = { isKnown, resolutionMs: rate === undefined ? (RESOLUTION_MS[format] ?? 1) : SECOND_MS / rate };
  return cueFacts(sheet, { format, sizeBytes: bytes.byteLength, reader: 'subtitles' }, timing, context.limits);
}

function read(
  artifact: Artifact,
  format: ReadFormat,
  options: OptionValues,
  notes: Notes,
  context: RunContext,
): CueSheet {
  const bytes = context.bytes(artifact);
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  const { text, encoding, assumed } = decodeText(bytes, options.encoding);
  if (assumed) {
    context.warn({
      code: 'encoding_assumed',
      message: `The text does not say how it is encoded; it was read as ${encoding}. Give the option encoding if letters are wrong.`,
      details: { encoding },
    });
  }
  const sheet = READERS[format](text, notes, options);
  if (sheet.cues.length <= MAX_CUES) return sheet;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The file has ${sheet.cues.length} subtitles; ${MAX_CUES} are the most.`,
    details: { limit: 'cues', allowed: MAX_CUES, found: sheet.cues.length },
  });
}

function noCues(format: FormatId): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: `No subtitle with a time was found in the ${format.toUpperCase()} file. Check that it is what its name says.`,
    details: { format },
  });
}
