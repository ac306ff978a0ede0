import type { CreateRunner, InputFile } from '../../contract/codec.ts';
import type { Facts } from '../../contract/facts.ts';
import type { FormatId } from '../../formats/index.ts';
import { mediaFacts } from '../../content/timeline/inspect.ts';
import { frameBytesOf, layoutOf, type SampleLayout } from '../../content/timeline/pcm/layout.ts';
import { tagsOfPcm } from '../../content/timeline/pcm/tags.ts';
import { truncatedError } from '../../content/timeline/truncated-stream.ts';

const createRunner: CreateRunner = () => ({
  inspect: (artifact, _request, context) => inspectAudio(context.open(artifact), artifact.format),
});

export default createRunner;

function inspectAudio(file: InputFile, format: FormatId): Facts {
  const layout = layoutOf(file, format);
  const basics = { format, sizeBytes: file.size, reader: 'audio-reader' } as const;
  if (!layout) return { ...basics, depth: 'signature', features: [], isUnread: true };
  const promisedBytes = layout.parts.at(-1)?.end ?? 0;
  if (promisedBytes > file.size) throw truncatedError(format, { promisedBytes, foundBytes: file.size });
  const { rate, channels, bits, isFloat, parts } = layout;
  const bytes = parts.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);
  const durationMs = (bytes / frameBytesOf(layout) / rate) * 1000;
  const track = {
    kind: 'audio',
    codec: codecOf(layout),
    durationMs,
    channels,
    sampleRate: rate,
    ...(!isFloat && { bitsPerSample: bits }),
  } as const;
  return mediaFacts({ ...basics, media: { durationMs, tracks: [track], tags: tagsOfPcm(file, format) } });
}

/** As FFmpeg names it. */
function codecOf({ bits, isFloat, isSigned, littleEndian, isPlanar }: SampleLayout): string {
  const type = isFloat ? 'f' : isSigned ? 's' : 'u';
  const order = bits === 8 ? '' : littleEndian ? 'le' : 'be';
  return `pcm_${type}${bits}${order}${isPlanar ? '_planar' : ''}`;
}
