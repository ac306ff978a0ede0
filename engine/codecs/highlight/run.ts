import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { LANGUAGE_OF_EXTENSION, languageNamed, type ProgrammingLanguage } from '../../formats/programming-languages.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { MiB } from '../../contract/limits.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { readSourceText } from '../../content/document/text/source-text.ts';
import type { Facts } from '../../contract/facts.ts';
import { startHighlighter } from './highlighter.ts';
import { writeDrawing } from './drawing.ts';
import { writePage } from './page.ts';

/** Bytes of one source file: beyond it nobody reads, and colouring takes half a minute. */
const MAX_BYTES = 2 * MiB;

const createRunner: CreateRunner = async () => {
  const highlighter = await startHighlighter();

  async function write(code: string, name: string, { edge, options }: Step, context: RunContext): Promise<string> {
    const language = languageOf(code, name, options.syntax, context);
    const coloured = await highlighter.colour(code, language, options.theme);
    return edge === 'draw' ? writeDrawing(coloured, options.fontSize) : writePage(coloured, name);
  }

  return {
    async convert([input], step, context) {
      const code = sourceOf(input!, step.options.encoding, context);
      const bytes = new TextEncoder().encode(await write(code, input!.name, step, context));
      return [{ name: outputNameOf(input!.name, step.to), format: step.to, bytes }];
    },
    inspect(artifact, _request, context): Facts {
      const text = sourceOf(artifact, undefined, context).slice(0, context.limits.verifiedTextChars);
      return {
        format: 'code',
        sizeBytes: context.bytes(artifact).byteLength,
        reader: 'highlight',
        depth: 'content',
        features: ['text'],
        document: { text, figures: 0 },
      };
    },
    warm: async () => void (await highlighter.colour('let a = 1;', 'javascript', undefined)),
  };
};

export default createRunner;

function sourceOf(input: Artifact, encoding: Step['options']['encoding'], context: RunContext): string {
  return readSourceText(input, { maxBytes: MAX_BYTES, encoding }, context).replaceAll(/\r\n?/g, '\n').trimEnd();
}

/** What the first line of a script names. */
const INTERPRETERS: Readonly<Record<string, ProgrammingLanguage>> = {
  sh: 'shellscript',
  bash: 'shellscript',
  zsh: 'shellscript',
  dash: 'shellscript',
  python: 'python',
  node: 'javascript',
  ruby: 'ruby',
  perl: 'perl',
  php: 'php',
  lua: 'lua',
  fish: 'fish',
};

/** As the caller says, else by the extension or by the interpreter in the first line; plain text when nothing tells. */
function languageOf(
  code: string,
  name: string,
  asked: string | undefined,
  context: RunContext,
): ProgrammingLanguage | undefined {
  if (asked !== undefined) return languageNamed(asked) ?? refuse(asked);
  const [, interpreter = ''] =
    /^#!.*?\b([a-z]+)[\d.]*(?:\s|$)/.exec(code.split('\n', 1)[0]!.replace(/\/env\s+(-S\s+)?/, '/')) ?? [];
  const language = languageNamed(name.slice(name.lastIndexOf('.') + 1)) ?? INTERPRETERS[interpreter];
  if (!language) {
    const message = 'The language of the source code is not known, so it has no colours. Name it as the option syntax.';
    context.warn({ code: 'feature_dropped', message, details: { dropped: 'highlighting' } });
  }
  return language;
}

function refuse(asked: string): never {
  throw new ConversionError({
    code: 'invalid_options',
    message: `Expected a programming language such as python, rust or sql for syntax, but received ${asked}.`,
    details: { option: 'syntax', languages: [...new Set(Object.values(LANGUAGE_OF_EXTENSION))] },
  });
}
