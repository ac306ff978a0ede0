import type { CueLine, Run, RunStyle } from './model.ts';

/** Lines of text under construction, with the style that is in force. */
export class StyledText {
  readonly #lines: Run[][] = [[]];
  runStyle: RunStyle = {};

  add(text: string): void {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) this.#lines.push([]);
      if (part !== '') this.#lines.at(-1)!.push({ ...this.runStyle, text: part });
    }
  }

  breakLine(): void {
    this.add('\n');
  }

  lines(): CueLine[] {
    return this.#lines;
  }
}
