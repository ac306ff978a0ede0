import { ConversionError } from '../../../contract/errors.ts';
import { decodeReferences } from '../../../io/xml.ts';
import { corrupt } from '../errors.ts';

const DECLARATION = /<!--[^]*?-->|<!ENTITY\s+([^\s%"'<>]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;
const OUTSIDE = /<!--[^]*?-->|<!ENTITY\s+([^\s%"'<>]+)\s+(?:SYSTEM|PUBLIC)\s/g;
const CHARACTER_REFERENCE = /&#(?:x0*[0-9a-f]{1,6}|0*\d{1,7});/gi;
const REFERENCE = /&([^\s&;#]+);/g;
const PREDEFINED: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/**
 * Characters that all references of a file may become together. Other parsers begin to count between one and ten million:
 * a page of nested declarations can stand for gigabytes.
 */
const EXPANDED_CHARACTERS = 8_000_000;

/** The entities that a document type declares (XML 1.0, section 4.2). Those whose text lies in other files are refused. */
export class Entities {
  readonly #declared = new Map<string, string>();
  readonly #outside = new Set<string>();
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
    for (const [, name] of doctype.matchAll(OUTSIDE))
      if (name !== undefined && !this.#declared.has(name)) this.#outside.add(name);
  }

  /** Names that the document type declares, wherever their text lies. */
  names(): Iterable<string> {
    return new Set([...this.#declared.keys(), ...this.#outside]);
  }

  /** The text that a name stands for, if it is declared. */
  textOf(name: string): string | undefined {
    const value = this.#declared.get(name);
    if (this.#outside.has(name)) throw outside(name);
    if (value === undefined) return undefined;
    const expanded = this.#expanded.get(name) ?? this.#expandValue(name, value);
    this.#characters += expanded.length;
    if (this.#characters > EXPANDED_CHARACTERS) throw tooLarge();
    return expanded;
  }

  /** Text with its references resolved. A name that nothing declares stays as it is. */
  decode(text: string): string {
    const declaresNone = this.#declared.size === 0 && this.#outside.size === 0;
    return decodeReferences(declaresNone ? text : this.#expand(text));
  }

  #expand(text: string): string {
    if (!text.includes('&')) return text;
    return text.replace(REFERENCE, (reference, name: string) => this.textOf(name) ?? reference);
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

function outside(name: string): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message:
      `The text of the entity ${name} lies in another file (SYSTEM or PUBLIC), and nothing outside the file is read. ` +
      'Write its text in place of it.',
    details: { entity: name },
  });
}

function tooLarge(): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The entities of the file become more than ${EXPANDED_CHARACTERS} characters. Write the text without them.`,
    details: { limit: 'expandedCharacters', allowed: EXPANDED_CHARACTERS },
  });
}
