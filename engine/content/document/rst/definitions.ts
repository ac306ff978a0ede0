import { endOfIndented, indentOf } from '../light/lines.ts';

/** What a text in reStructuredText defines anywhere, and what is referred to from anywhere. */
export interface Definitions {
  /** Addresses by the names that lead there, in lower case. */
  readonly targets: Map<string, string>;
  /** Those without a name, in their order. */
  readonly anonymous: string[];
  /** What stands for a name between strokes: a directive with its lines. */
  readonly substitutions: Map<string, Directive>;
  /** What roles that the text defines are based on. */
  readonly roles: Map<string, { readonly base: string; readonly format: string }>;
  /** The role of text between backticks alone. */
  defaultRole: string;
  /** The labels of notes in their order, as the text writes them. */
  readonly notes: string[];
}

export interface Directive {
  readonly name: string;
  readonly argument: string;
  readonly options: ReadonlyMap<string, string>;
  readonly content: readonly string[];
}

const TARGET = /^ *\.\. +_(`[^`]+`|(?:[^:\\]|\\.|:(?=\S)){1,400}):(?: +(\S.*))?$/;
const ANONYMOUS = /^ *(?:__|\.\. +__:) +(\S.*)$/;
const SUBSTITUTION = /^( *)\.\. +\|([^|]{1,400})\| +(.*)$/;
const NOTE = /^ *\.\. +\[(\d+|[#*]|#[\w.-]+)\](?: |$)/;
const DIRECTIVE = /^([\w.+-]+(?::[\w.+-]+)*) ?::(?: +(.*))?$/;
const OPTION = /^ *:([\w-]+(?: [\w-]+)*):(?: +(.*))?$/;
const ROLE = /^([\w.-]+) *(?:\( *([\w.-]+) *\))?$/;

export function findDefinitions(lines: readonly string[]): Definitions {
  const found: Definitions = {
    targets: new Map(),
    anonymous: [],
    substitutions: new Map(),
    roles: new Map(),
    defaultRole: '',
    notes: [],
  };
  for (const [at, line] of lines.entries()) {
    if (!line.includes('.. ') && !line.includes('__')) continue;
    const [, anonymous] = ANONYMOUS.exec(line) ?? [];
    const [, margin, name, rest] = SUBSTITUTION.exec(line) ?? [];
    const [, label] = NOTE.exec(line) ?? [];
    if (anonymous !== undefined) found.anonymous.push(anonymous);
    else if (name !== undefined) {
      const block = lines.slice(at + 1, endOfIndented(lines, at + 1, margin!.length + 1));
      const directive = readDirective(rest!, block);
      if (directive) found.substitutions.set(keyOf(name), directive);
    } else if (label !== undefined) found.notes.push(label);
    else {
      addTarget(line, lines, at, found);
      addRole(line, lines.slice(at + 1, at + 4), found);
    }
  }
  return found;
}

function addTarget(line: string, lines: readonly string[], at: number, { targets }: Definitions): void {
  const [, name, address] = TARGET.exec(line) ?? [];
  if (name === undefined) return;
  const margin = indentOf(line);
  const end = endOfIndented(lines, at + 1, margin + 1);
  const rest = address === undefined && lines[at + 1]?.trim() === '' ? [] : lines.slice(at + 1, end);
  const whole = [address ?? '', ...rest.map((each) => each.trim())].join('').replaceAll('\\', '');
  targets.set(keyOf(name.replace(/^`|`$/g, '')), whole === '' ? `#${name}` : whole);
}

function addRole(line: string, options: readonly string[], { roles }: Definitions): void {
  const [, argument] = /^ *\.\. +role:: +(.*)$/.exec(line) ?? [];
  const [, name, base] = ROLE.exec(argument ?? '') ?? [];
  if (name === undefined) return;
  const formats = options.map((option) => /^ +:format: +(\S+)/.exec(option)?.[1]);
  roles.set(name.toLowerCase(), { base: base ?? '', format: formats.find((format) => format !== undefined) ?? 'html' });
}

/** Names are the same whatever their case and white space. */
export function keyOf(name: string): string {
  return name.replaceAll('\\', '').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Takes a directive apart: its name and argument are in the first line, then come its options, then its content. */
export function readDirective(first: string, block: readonly string[]): Directive | undefined {
  const [, name, argument = ''] = DIRECTIVE.exec(first) ?? [];
  if (name === undefined) return undefined;
  const options = new Map<string, string>();
  const further: string[] = [];
  let at = 0;
  for (; at < block.length && block[at]!.trim() !== ''; at++) {
    const [, option, value = ''] = OPTION.exec(block[at]!) ?? [];
    if (option !== undefined) options.set(option.toLowerCase(), value);
    else if (options.size === 0) further.push(block[at]!);
    else if (indentOf(block[at]!) > 0 && indentOf(block[at]!) > indentOf(block[at - 1]!)) {
      const last = [...options.keys()].at(-1)!;
      options.set(last, `${options.get(last)} ${block[at]!.trim()}`);
    } else break;
  }
  // Where nothing but the first line has the argument, lines that follow at once are content or go on with it.
  const content = block.slice(at);
  return options.size === 0
    ? { name: name.toLowerCase(), argument, options, content: [...further, ...content] }
    : {
        name: name.toLowerCase(),
        argument: [argument, ...further.map((line) => line.trim())].join(' ').trim(),
        options,
        content,
      };
}
