import { initSync, TypstCompilerBuilder, TypstFontResolverBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import type { TypstCompiler } from '@myriaddreamin/typst-ts-web-compiler';
import { readFont, type FontFace } from '../../content/font/shipped-fonts.ts';
import { failureOfCompiler, failureOfDiagnostics, isDiagnostics } from './failure.ts';

const MAIN = '/main.typ';
/** How the compiler reports (its own numbering): every message with the place in the text. */
const FULL_DIAGNOSTICS = 3;

/** A text in Typst's language, with the images that it names. */
export interface TypstDocument {
  readonly source: string;
  readonly companions: ReadonlyMap<string, Uint8Array>;
  /** Lines of ours in front of the caller's text. */
  readonly ownLines: number;
  /** Written here of a text in another language: an image that is not there is no fault of its author's program. */
  readonly isTranslated?: true;
}

/** The Typst compiler: it sees the fonts and the files of a job, and nothing else. */
export class Typesetter {
  readonly #compiler: TypstCompiler;
  #fonts = new Map<string, FontFace>();

  private constructor(compiler: TypstCompiler) {
    this.#compiler = compiler;
  }

  static async start(module: WebAssembly.Module): Promise<Typesetter> {
    initSync({ module });
    const builder = new TypstCompilerBuilder();
    // There are no files but those of a job, which the compiler holds itself; packages are never resolved.
    await builder.set_access_model(undefined, noTime, isNoFile, samePath, noContent);
    await builder.set_package_registry(undefined, noPackage);
    return new Typesetter(await builder.build());
  }

  /** Sets the text in these fonts. Throws `input_corrupt` for a text that is no Typst. */
  async typeset(document: TypstDocument, fonts: readonly FontFace[]): Promise<Uint8Array> {
    try {
      await this.#load(fonts);
      return this.#compile(document);
    } catch (error) {
      throw failureOfCompiler(error);
    }
  }

  #compile(document: TypstDocument): Uint8Array {
    const { source, companions } = document;
    this.#compiler.reset();
    this.#compiler.reset_shadow();
    for (const [path, bytes] of companions) this.#compiler.map_shadow(absolute(path), bytes);
    this.#compiler.add_source(MAIN, source); // the last one of a name counts
    try {
      const answer: unknown = this.#compiler.compile(MAIN, undefined, 'pdf', FULL_DIAGNOSTICS);
      const { result, diagnostics } = answer as { result?: Uint8Array; diagnostics?: unknown };
      if (result) return result;
      throw failureOfDiagnostics(isDiagnostics(diagnostics) ? diagnostics : [], document);
    } finally {
      this.#compiler.reset_shadow();
    }
  }

  /** The compiler takes its fonts as a whole: those of earlier jobs stay. */
  async #load(fonts: readonly FontFace[]): Promise<void> {
    if (fonts.every(({ file }) => this.#fonts.has(file))) return;
    const loaded = new Map([...this.#fonts, ...fonts.map((face) => [face.file, face] as const)]);
    const builder = new TypstFontResolverBuilder();
    for (const face of loaded.values()) builder.add_raw_font(readFont(face));
    this.#compiler.set_fonts(await builder.build());
    this.#fonts = loaded;
  }
}

function absolute(path: string): string {
  return `/${path.replace(/^(?:\.?\/)+/, '')}`;
}

const noTime = (): number => 0;
const isNoFile = (): boolean => false;
const samePath = (path: string): string => path;
const noContent = (): undefined => undefined;
const noPackage = (): undefined => undefined;
