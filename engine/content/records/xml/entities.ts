import { ConversionError } from '../../../contract/errors.ts';
import { decodeReferences } from '../../../io/xml.ts';
import { corrupt } from '../errors.ts';

const DECLARATION = /<!--[^]*?-->|<!ENTITY\s+([^\s%"'<>]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;
const CHARACTER_REFERENCE = /&#(?:x[0-9a-f]{1,6}|\d{1,7});/gi;
const REFERENCE = /&([^\s&;#]+);/g;
const PREDEFINED: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/**
 * Characters that all references of a file may become together. Other parsers begin to count between one and ten million:
 * a page of nested declarations can stand for gigabytes.
 */
const EXPANDED_CHARACTERS = 8_000_000;

/** The entities that a document type declares with their text (XML 1.0, section 4.2). What lies in other files is not read. */
export class Entities {
  readonly #declared = new Map<string, string>();
  readonly #expanded = new Map<string, string>();
  readonly #open = new Set<string>();
  #characters = 0;

  /** Adds what a document type declares. Of several declarations of a name the first one counts. */
  declare(doctype: string): void {
    for (const [, name, double, single] of doctype.matchAll(DECLARATION)) {
      if (name === undefined || PREDEFINED.has(name) || this.#declared.has(name)) continue;
      const value = (double ?? single)!.replace(CHARACTER_REFERENCE, decodeReferences);
      this.#declared.set(name, value);
    }
  }

  /** Text with its references resolved. A name that nothing declares stays as it is. */
  decode(text: string): string {
    return decodeReferences(this.#declared.size === 0 ? text : this.#expand(text));
  }

  #expand(text: string): string {
    if (!text.includes('&')) return text;
    return text.replace(REFERENCE, (reference, name: string) => {
      const value = this.#declared.get(name);
      if (value === undefined) return reference;
      const expanded = this.#expanded.get(name) ?? this.#expandValue(name, value);
      this.#characters += expanded.length;
      if (this.#characters > EXPANDED_CHARACTERS) throw tooLarge();
      return expanded;
    });
  }

  #expandValue(name: string, value: string): string {
    if (value.includes('<'))
      throw corrupt(`its entity ${name} contains elements, which cannot be read there; write them where they belong`);
    if (this.#open.has(name)) throw corrupt(`its entity ${name} refers to itself`);
    this.#open.add(name);
    const expanded = this.#expand(value);
    this.#open.delete(name);
    this.#expanded.set(name, expanded);
    return expanded;
  }
}

function tooLarge(): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The entities of the file become more than ${EXPANDED_CHARACTERS} characters. Write the text without them.`,
    details: { limit: 'expandedCharacters', allowed: EXPANDED_CHARACTERS },
  });
}
