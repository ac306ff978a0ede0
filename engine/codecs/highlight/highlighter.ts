import { createHighlighter } from 'shiki';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import type { ProgrammingLanguage } from '../../formats/programming-languages.ts';
import type { OptionValues } from '../../formats/options.ts';

export interface Token {
  readonly text: string;
  readonly colour: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

export interface ColouredCode {
  readonly lines: readonly (readonly Token[])[];
  readonly colour: string;
  readonly background: string;
}

interface Highlighter {
  colour(code: string, language: ProgrammingLanguage | undefined, theme: OptionValues['theme']): Promise<ColouredCode>;
}

const DEFAULT_THEME = 'github-light';
/** Longer lines are no program that somebody wrote: they stay in one colour, since grammars take very long for them. */
const MAX_LINE_CHARS = 5_000;
/** How bits of a token say that it is italic or bold. */
const [ITALIC, BOLD] = [1, 2];

/** Starts Shiki once for this thread; grammars and themes are loaded when they are first asked for. */
export async function startHighlighter(): Promise<Highlighter> {
  const engine = createJavaScriptRegexEngine({ forgiving: true });
  const shiki = await createHighlighter({ themes: [], langs: [], engine });
  return {
    async colour(code, language, theme = DEFAULT_THEME) {
      await shiki.loadTheme(theme);
      if (language) await shiki.loadLanguage(language);
      const {
        tokens,
        fg = '#000000',
        bg = '#ffffff',
      } = shiki.codeToTokens(code, {
        lang: language ?? 'text',
        theme,
        tokenizeMaxLineLength: MAX_LINE_CHARS,
        tokenizeTimeLimit: 0, // or colours would depend on how busy the machine is; the job's deadline ends what is endless
      });
      const lines = tokens.map((line) =>
        line.map(({ content, color = fg, fontStyle = 0 }) => ({
          text: content,
          colour: color,
          isBold: (fontStyle & BOLD) !== 0,
          isItalic: (fontStyle & ITALIC) !== 0,
        })),
      );
      return { lines, colour: fg, background: bg };
    },
  };
}
