import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ConversionError } from '../../contract/errors.ts';

const require = createRequire(import.meta.url);
/** Names of languages as Tesseract has them: `deu`, `chi_sim`. */
const LANGUAGE = /^[a-z]{3}(?:_[a-z]{3,5})*$/i;
/** Models of whole numbers: as good as the others, and smaller. */
const MODEL = '4.0.0_best_int';
const MAX_LANGUAGES = 4;

/** The languages of an option such as `eng` or `deu+eng`. Throws `invalid_options` for what is no language. */
export function languagesOf(option: string): string[] {
  const languages = [...new Set(option.split('+').map((name) => name.trim()))];
  const unknown = languages.find((name) => !LANGUAGE.test(name));
  if (unknown === undefined && languages.length <= MAX_LANGUAGES) return languages;
  throw new ConversionError({
    code: 'invalid_options',
    message: `Expected up to ${MAX_LANGUAGES} languages such as deu+eng for ocrLanguage, but received ${option.slice(0, 32)}.`,
    details: { option: 'ocrLanguage' },
  });
}

/** What Tesseract has learned of a language, from its package. Throws `codec_not_installed` without it. */
export function readRecognitionData(language: string): Uint8Array {
  const name = `@tesseract.js-data/${language}`;
  let folder: string;
  try {
    folder = dirname(require.resolve(`${name}/package.json`));
  } catch (error) {
    throw new ConversionError(
      {
        code: 'codec_not_installed',
        message: `Text in the language ${language} cannot be recognised without the package ${name}. Install it, or choose another language with the option ocrLanguage.`,
        details: { packages: [name] },
      },
      { cause: error },
    );
  }
  return gunzipSync(readFileSync(join(folder, MODEL, `${language}.traineddata.gz`)));
}
