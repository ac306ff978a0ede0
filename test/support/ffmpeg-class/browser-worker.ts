import { Worker as Thread, type Transferable } from 'node:worker_threads';

/** As much of a browser's Worker as the class of @ffmpeg/ffmpeg uses, over a thread of Node. */
export class BrowserWorker {
  onmessage?: (event: { readonly data: unknown }) => void;
  readonly #thread: Thread;

  constructor(script: URL) {
    this.#thread = new Thread(new URL('./worker-boot.ts', import.meta.url), { workerData: { script: script.href } });
    this.#thread.on('message', (data: unknown) => this.onmessage?.({ data }));
  }

  postMessage(data: unknown, transfer?: readonly Transferable[]): void {
    this.#thread.postMessage(data, transfer);
  }

  terminate(): void {
    void this.#thread.terminate();
  }
}
