import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory of one conversion, removed with everything in it when the conversion ends. */
export interface Workspace extends AsyncDisposable {
  /** Creates the directory when it is first asked for: a conversion in memory never does. */
  directory(): Promise<string>;
  /** A fresh directory inside it, for the outputs of one worker call. */
  stage(): Promise<string>;
}

/** The engine's temporary files: one private directory below the given one, made on demand and removed at close. */
export class Scratch implements AsyncDisposable {
  readonly #parent: string;
  #root: Promise<string> | undefined;
  #count = 0;

  constructor(parent: string = tmpdir()) {
    this.#parent = parent;
  }

  workspace(): Workspace {
    let made: Promise<string> | undefined;
    let stages = 0;
    const directory = (): Promise<string> => (made ??= this.#make());
    return {
      directory,
      stage: async () => {
        const stage = join(await directory(), `stage-${stages++}`);
        await mkdir(stage, { mode: 0o700 });
        return stage;
      },
      [Symbol.asyncDispose]: async () => {
        if (made) await rm(await made, { recursive: true, force: true });
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#root) await rm(await this.#root, { recursive: true, force: true });
    this.#root = undefined;
  }

  async #make(): Promise<string> {
    this.#root ??= this.#makeRoot();
    const directory = join(await this.#root, String(this.#count++));
    await mkdir(directory, { mode: 0o700 });
    return directory;
  }

  async #makeRoot(): Promise<string> {
    await mkdir(this.#parent, { recursive: true });
    return mkdtemp(join(this.#parent, 'athanor-'));
  }
}
