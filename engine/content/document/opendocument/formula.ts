import type { Limits } from '../../../contract/limits.ts';
import { decodeXml, scanXml } from '../../../io/xml.ts';
import type { ZipArchive } from '../../../io/zip.ts';
import { MATHML_TOKENS } from '../formula/mathml.ts';

const ROOT = 'math';
/** Where the root of an object's content is at the latest, behind comments and a document type. */
const HEAD_BYTES = 4096;

/** The characters of a formula, from its elements in MathML one by one. */
export class FormulaText {
  readonly #tokens: string[] = [];
  #depth = 1;
  #isToken = false;

  get value(): string {
    return this.#tokens.map((token) => token.trim()).join(' ');
  }

  /** An element inside the root. */
  open(name: string): void {
    this.#depth++;
    this.#isToken = MATHML_TOKENS.has(name);
    if (this.#isToken) this.#tokens.push('');
  }

  /** Whether the formula ends here. */
  close(name: string): boolean {
    if (MATHML_TOKENS.has(name)) this.#isToken = false;
    return --this.#depth === 0;
  }

  text(value: string): void {
    if (this.#isToken) this.#tokens[this.#tokens.length - 1] += value;
  }
}

/** The characters of an object that is a formula (ODF 1.3 part 3, 14.5); nothing for any other. */
export function readFormula(zip: ZipArchive | undefined, object: string, limits: Limits): string | undefined {
  const entry = zip?.find(`${object.replace(/\/$/, '')}/content.xml`);
  if (!zip || !entry) return undefined;
  const source = decodeXml(zip.read(entry));
  if (!/<(?:\w+:)?math[\s>]/.test(source.slice(0, HEAD_BYTES))) return undefined;
  let formula: FormulaText | undefined;
  let text: string | undefined;
  scanXml(
    source,
    {
      open(name) {
        if (formula) formula.open(name);
        else if (name === ROOT) formula = new FormulaText();
      },
      close(name) {
        if (formula?.close(name)) text ??= formula.value;
      },
      text: (value) => formula?.text(value),
    },
    limits.nesting,
    { doctype: 'skip' },
  );
  return text;
}
