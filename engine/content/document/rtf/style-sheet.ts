import { nameStyle, setStyleLevel, type WordStyle } from '../ooxml/word-styles.ts';

/** Gathers the paragraph styles of an RTF file from the groups of its style sheet. */
export class StyleSheet {
  readonly styles = new Map<string, WordStyle>();
  #id: string | undefined;
  #style: WordStyle = { id: '0' };
  #name = '';

  /** The style of a group that names no number is that of all paragraphs. */
  open(): void {
    this.#id = '0';
    this.#style = { id: '0' };
    this.#name = '';
  }

  read(word: string, number: number): void {
    switch (word) {
      case 's':
        this.#id = String(number);
        return;
      case 'cs':
      case 'ds':
      case 'ts':
        this.#id = undefined;
        return;
      case 'sbasedon':
        this.#style.basedOn = String(number);
        return;
      case 'outlinelevel':
        return setStyleLevel(this.#style, number);
      case 'ls':
        this.#style.list = String(number);
        return;
      case 'ilvl':
        this.#style.listLevel = number;
    }
  }

  addName(text: string): void {
    this.#name += text;
  }

  close(): void {
    if (this.#id === undefined) return;
    nameStyle(this.#style, this.#name.replace(/;.*$/s, '').trim());
    this.styles.set(this.#id, { ...this.#style, id: this.#id });
  }
}
