import type { Artifact } from '../../contract/artifact.ts';
import { checkLimits, checkRaster } from '../../contract/check-limits.ts';
import type { CreateRunner, InspectRequest, RunContext, Step } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Facts } from '../../contract/facts.ts';
import type { LottieAnimation } from '../../content/drawing/lottie/model.ts';
import { readLottie } from '../../content/drawing/lottie/reader.ts';
import { drawnAnimation, type DrawnAnimation } from '../../content/drawing/lottie/timing.ts';
import { rasterFacts, withThumbnails } from '../../content/raster/inspect/facts.ts';
import { sampledImages, thumbnailOf } from '../../content/raster/inspect/raster.ts';
import { PLAIN_RASTER } from '../../content/raster/model.ts';
import { writeApng } from '../../content/raster/png/apng.ts';
import { encodePng } from '../../content/raster/png/encoder.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { Player, startPlayer } from './player.ts';

const createRunner: CreateRunner = async ({ modules }) => {
  await startPlayer(modules['player']!);

  /** Runs the library; after a fault of it nobody knows what is in its memory. */
  const withPlayer = async <T>(
    animation: LottieAnimation,
    { size }: DrawnAnimation,
    work: (player: Player) => T,
  ): Promise<T> => {
    try {
      using player = await Player.open(animation, size);
      return work(player);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      const message = 'The animation cannot be drawn: the player failed. Simplify it, or export it again.';
      throw new ConversionError({ code: 'input_corrupt', message, discardWorker: true }, { cause: error });
    }
  };

  const inspect = async (artifact: Artifact, { effort }: InspectRequest, context: RunContext): Promise<Facts> => {
    const { format } = artifact;
    const bytes = context.bytes(artifact);
    const animation = readLottie(bytes, format, context.limits);
    const drawn = drawnAnimation(animation, {}, context.limits);
    const { size, frames, delaysMs } = drawn;
    const model = { ...PLAIN_RASTER, ...size, frames: frames.length, delaysMs, hasAlpha: true, hasMetadata: false };
    const facts = rasterFacts(model, { format, sizeBytes: bytes.byteLength, reader: 'lottie' });
    const found: Facts = { ...facts, features: ['vector', ...facts.features] };
    checkLimits(found, context.limits);
    if (effort === 'probe') return found;
    const thumbnails = await withPlayer(animation, drawn, (player) =>
      sampledImages(format, frames.length, effort).map((frame) => {
        context.signal.throwIfAborted();
        const { width: imageWidth, height: imageHeight } = size;
        return thumbnailOf(player.draw(frames[frame]!), { frame, imageWidth, imageHeight });
      }),
    );
    return withThumbnails(found, thumbnails);
  };

  return {
    inspect,
    async convert([input], step, context) {
      const animation = readLottie(context.bytes(input!), input!.format, context.limits);
      const drawn = drawnAnimation(animation, step.options, context.limits);
      checkSize(drawn, step, context);
      tell(animation, drawn, context);
      const bytes = await withPlayer(animation, drawn, (player) =>
        step.edge === 'frame' ? encodePng({ ...player.draw(0), channels: 4 }) : drawFrames(player, drawn, context),
      );
      return [{ name: outputNameOf(input!.name, step.to), format: step.to, bytes }];
    },
  };
};

export default createRunner;

function checkSize({ size, frames }: DrawnAnimation, { edge }: Step, { limits }: RunContext): void {
  checkRaster({ ...size, frames: edge === 'frame' ? 1 : frames.length }, limits);
}

function drawFrames(player: Player, { frames, delaysMs }: DrawnAnimation, context: RunContext): Uint8Array {
  const written = frames.map((frame, index) => {
    context.signal.throwIfAborted();
    context.progress(index / frames.length);
    const png = encodePng({ ...player.draw(frame), channels: 4, keepsChannels: true });
    return { png, x: 0, y: 0, delayMs: delaysMs[index]! };
  });
  return writeApng(written, 0);
}

function tell({ hasText, missingImages, others }: LottieAnimation, drawn: DrawnAnimation, { warn }: RunContext): void {
  if (hasText)
    warn({
      code: 'font_substituted',
      message: 'The animation has text whose font is not in it: it is drawn in the font of the player.',
    });
  if (missingImages > 0)
    warn({
      code: 'picture_dropped',
      message: `${missingImages} images of the animation are not in the file, and are missing in what was drawn.`,
      details: { images: missingImages },
    });
  if (others > 0)
    warn({
      code: 'feature_dropped',
      message: `The file holds ${others + 1} animations: the first one was drawn.`,
      details: { animations: others + 1 },
    });
  if (drawn.isSmaller)
    warn({
      code: 'feature_dropped',
      message: `All frames of the animation together would have too many pixels: it was drawn smaller, ${drawn.size.width} × ${drawn.size.height} pixels. The options width and fps say otherwise.`,
      details: { ...drawn.size },
    });
}
