/** Commands of TeX that stand for words or spaces in a formula, with what they show in braces. */
const TEXT_COMMAND =
  /\\(?:text|textrm|textbf|textit|mbox|hbox|operatorname|mathrm|mathbf|mathit|mathsf)\s*\*?\s*\{([^{}]*)\}/g;

/** What a formula in TeX shows, as far as it is characters: without its commands. */
export function texSymbols(source: string): string {
  return source
    .replace(TEXT_COMMAND, ' $1 ')
    .replace(/\\(?:begin|end)\s*\{[^{}]*\}/g, ' ')
    .replace(/\\[a-zA-Z]+\*?/g, ' ')
    .replace(/\\[^a-zA-Z]|[{}^_&$]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
