import type { CreateRunner, Partitioning, InputFile, RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { readAsf } from '../../content/timeline/containers/asf.ts';
import type { ContainerFacts } from '../../content/timeline/containers/byte-view.ts';
import { readOgg } from '../../content/timeline/containers/ogg.ts';
import { truncatedError } from '../../content/timeline/truncated-stream.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { tooLarge } from '../../content/raster/quality-search.ts';
import { CoreLoader } from './core.ts';
import { factsOf, rasterFactsOf, walkArgs } from './facts.ts';
import { failureOf } from './failure.ts';
import { fileInput } from './input.ts';
import { convertPartition, dividedVideo } from './video-partitions.ts';
import type { Series } from './host-files.ts';
import { inputOf } from './input-of-step.ts';
import { foundOf, SALVAGE_ARGS, warningOfTruncation } from './salvage.ts';
import { packetSums, sampleFile } from './sample.ts';
import { repeatFrames } from './theora-times.ts';
import { probeInput, transcode, type Transcoding } from './transcode.ts';

const createRunner: CreateRunner = ({ modules }) => {
  const loader = new CoreLoader(modules.core!);
  return {
    async inspect(artifact, request, context) {
      const file = context.open(artifact);
      const { format } = artifact;
      const input = fileInput(artifact, file, context);
      const { truncated } = STRUCTURES[format]?.(file) ?? {};
      if (request.salvage) {
        const promised = await probeInput(loader, input, SALVAGE_ARGS, context);
        const found = foundOf(promised, format);
        const missing = { ...request.missing, ...(truncated && { ...truncated, foundBytes: file.size }) };
        const warning = warningOfTruncation(promised, found, format, missing);
        if (warning) context.warn(warning);
        return factsOf(found, format, file.size);
      }
      if (truncated) throw truncatedError(format, { ...truncated, foundBytes: file.size });
      const probe = await probeInput(loader, input, walkArgs(format, file.size, request.effort), context);
      return format === 'apng' ? rasterFactsOf(probe, format, file) : factsOf(probe, format, file.size);
    },
    sample: (artifact, request, context) => sampleFile(loader, artifact, request, context),
    packetSums: (artifact, kinds, context) => packetSums(loader, artifact, kinds, context),
    async convert(inputs, step, context): Promise<Artifact[]> {
      const input = await inputOf(loader, inputs, step, context);
      const job: Conversion = { name: nameOf(step.partitions ? inputs.slice(0, 1) : inputs), input, step };
      if (step.partition) return [await convertPartition(loader, job, step.partition, context)];
      // What is left of a file must be read from its beginning: nobody knows where else something is.
      if (context.partitioning && !step.options.salvage)
        return divideOrConvert(loader, job, context.partitioning, context);
      return step.edge === 'frames' ? convertToSeries(loader, job, context) : [await convert(loader, job, context)];
    },
  };
};

export default createRunner;

/** Containers that say themselves how large they are: FFmpeg ends where the data ends, and finds nothing wrong. */
const STRUCTURES: Readonly<Partial<Record<FormatId, (file: InputFile) => ContainerFacts>>> = {
  ...{ ogv: readOgg, ogm: readOgg, spx: readOgg },
  ...{ asf: readAsf, wma: readAsf, wmv: readAsf },
};

interface Conversion extends Pick<Transcoding, 'input' | 'step'> {
  /** Of the source. */
  readonly name: string;
}

/** Names the parts of a long video, which are converted next, and gives nothing; or converts what is not worth it. */
async function divideOrConvert(
  loader: CoreLoader,
  job: Conversion,
  partitioning: Partitioning,
  context: RunContext,
): Promise<Artifact[]> {
  const { probe, parts } = await dividedVideo(loader, job, partitioning.maxPartitions, context);
  if (!parts) return [await convert(loader, { ...job, input: { ...job.input, probe } }, context)];
  partitioning.propose(parts);
  return [];
}

/** What several become is named after the first, without its number. */
function nameOf([first, second]: readonly Artifact[]): string {
  return second ? first!.name.replace(/[-_ ]*\d+(?=\.\w+$)/, '') || first!.name : first!.name;
}

async function convert(loader: CoreLoader, { name, input, step }: Conversion, context: RunContext): Promise<Artifact> {
  const output = context.create(outputNameOf(name, step.to), step.to);
  const { targetSize } = step.options;
  let attempt = await transcode(loader, { input, output, step }, context);
  if (targetSize !== undefined) {
    const most = targetSize * KB;
    for (let share = 1, again = 0; output.size > most; again++) {
      if (again === MOST_RETRIES) throw tooLarge(output.size, targetSize);
      share *= RETRY_SHARE * (most / output.size);
      output.truncate(0);
      attempt = await transcode(loader, { input, output, step, share }, context);
    }
  }
  for (const warning of attempt.warnings) context.warn(warning);
  if (!attempt.counted) return output.finish();
  const timed = context.create(outputNameOf(name, step.to), step.to);
  repeatFrames(output, timed, attempt.counted.seconds);
  output.truncate(0);
  return timed.finish();
}

/** A file for every frame, numbered from 1. */
async function convertToSeries(
  loader: CoreLoader,
  { name, input, step }: Conversion,
  context: RunContext,
): Promise<Artifact[]> {
  const artifacts: Artifact[] = [];
  const series: Series = {
    open: () => context.create(outputNameOf(name, step.to, artifacts.length + 1), step.to),
    close: (file) => void artifacts.push(file.finish()),
  };
  const { warnings } = await transcode(loader, { input, output: series, step }, context);
  if (artifacts.length === 0) throw failureOf(['Empty output'], step.from, 0);
  for (const warning of warnings) context.warn(warning);
  return artifacts;
}

/** Bytes in the unit of `targetSize`. */
const KB = 1000;
/** Encoders that were given a bit rate take more or less of it: most videos fit at once, the others with less. */
const MOST_RETRIES = 2;
/** What an attempt is given of what would have been right in the one before. */
const RETRY_SHARE = 0.92;
