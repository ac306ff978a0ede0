import { DotLottie } from '@lottiefiles/dotlottie-web';
import type { CompiledModule } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { LottieAnimation } from '../../content/drawing/lottie/model.ts';
import type { RgbaImage } from '../../content/raster/inspect/raster.ts';
import type { Size } from '../../content/raster/size.ts';

/** Starts the library, which would load its WebAssembly by an address: it gets the module that is compiled already. */
export async function startPlayer(module: CompiledModule): Promise<void> {
  const globals = globalThis as { fetch?: unknown };
  const { fetch } = globals;
  globals.fetch = async () => module;
  try {
    await DotLottie.preload();
  } finally {
    globals.fetch = fetch;
  }
}

/** An animation in the memory of the library, drawn in one size. */
export class Player implements Disposable {
  readonly #player: DotLottie;
  readonly #size: Size;

  private constructor(player: DotLottie, size: Size) {
    this.#player = player;
    this.#size = size;
  }

  static async open({ json }: LottieAnimation, size: Size): Promise<Player> {
    const player = new DotLottie({
      canvas: { ...size },
      data: json,
      autoplay: false,
      useFrameInterpolation: true,
      layout: { fit: 'fill' },
    });
    const loaded = new Promise<void>((resolve, reject) => {
      player.addEventListener('load', () => resolve());
      player.addEventListener('loadError', ({ error }) => reject(unreadable(error)));
    });
    try {
      await loaded;
    } catch (error) {
      player.destroy();
      throw error;
    }
    return new Player(player, size);
  }

  /** Frames are counted from 0; the last one stays. */
  draw(frame: number): RgbaImage {
    this.#player.setFrame(Math.min(frame, this.#player.totalFrames - 1));
    const pixels = this.#player.buffer;
    if (!pixels) throw unreadable();
    return { ...this.#size, data: pixels.slice() };
  }

  [Symbol.dispose](): void {
    this.#player.destroy();
  }
}

function unreadable(cause?: unknown): ConversionError {
  const message = 'The animation cannot be drawn: the player does not understand it. Export it again.';
  return new ConversionError({ code: 'input_corrupt', message }, { cause });
}
