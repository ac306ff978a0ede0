declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  interface TessBaseAPI {
    Init(dataFolder: string, languages: string, engineMode: number): number;
    SetVariable(name: string, value: string): boolean;
    SetImageFile(exifOrientation: number, angle: number, upscale: boolean): number;
    Recognize(monitor: null): number;
    GetHOCRText(page: number): string;
    MeanTextConf(): number;
    Clear(): void;
    End(): void;
  }

  interface TesseractModule {
    readonly FS: {
      writeFile(path: string, bytes: Uint8Array): void;
      unlink(path: string): void;
    };
    readonly TessBaseAPI: new () => TessBaseAPI;
    destroy(object: TessBaseAPI): void;
  }

  interface TesseractOptions {
    instantiateWasm(
      imports: WebAssembly.Imports,
      succeed: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): WebAssembly.Exports;
    print(line: string): void;
    printErr(line: string): void;
    TesseractProgress(percent: number): void;
  }

  export default function startTesseract(options: TesseractOptions): Promise<TesseractModule>;
}
