declare module 'verovio/wasm' {
  export interface VerovioModule {
    cwrap(name: string, returns: 'number' | null, takes: readonly 'number'[]): (...args: readonly number[]) => number;
    readonly HEAPU8: Uint8Array;
  }
  export default function createVerovioModule(): Promise<VerovioModule>;
}

declare module 'verovio/wasm-hum' {
  export { default } from 'verovio/wasm';
}

declare module 'verovio/esm' {
  import type { VerovioModule } from 'verovio/wasm';

  export class VerovioToolkit {
    constructor(module: VerovioModule);
    resetOptions(): void;
    setOptions(options: Readonly<Record<string, unknown>>): void;
    resetXmlIdSeed(seed: number): void;
    loadData(data: string): boolean | number;
    getPageCount(): number;
    renderToSVG(page: number): string;
    renderToMIDI(): string;
    getMEI(options: Readonly<Record<string, unknown>>): string;
    destroy(): void;
  }
}
