import type { ParseArgsOptionsConfig } from 'node:util';
import { OPTIONS, type OptionDeclaration, type OptionId } from '../index.ts';
import { UsageError } from './usage-error.ts';

const IDS = Object.keys(OPTIONS) as OptionId[];

/** `audioBitrate` becomes `audio-bitrate`. */
export function flagOf(id: OptionId): string {
  return id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** One flag for every conversion option; booleans need no value. */
export function conversionFlags(): ParseArgsOptionsConfig {
  const flags = IDS.map((id) => [flagOf(id), { type: isBoolean(id) ? 'boolean' : 'string' }] as const);
  return Object.fromEntries(flags);
}

/** Options of the conversion from their flags and from `--option name=value`; the latter take any name. */
export function collectOptions(
  flags: Readonly<Record<string, unknown>>,
  pairs: readonly string[],
): Readonly<Record<string, unknown>> {
  const options: Record<string, unknown> = {};
  for (const id of IDS) {
    const value = flags[flagOf(id)];
    if (value !== undefined) options[id] = value;
  }
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 1) throw new UsageError(`Expected --option name=value, but received ${pair || 'nothing'}.`);
    options[nameOf(pair.slice(0, equals))] = pair.slice(equals + 1);
  }
  return options;
}

/** `--option audio-bitrate=128` means the same as `--option audioBitrate=128`. */
function nameOf(name: string): string {
  return IDS.find((id) => flagOf(id) === name) ?? name;
}

/** Lines of the help: flag, kind of value, and what it does. */
export function describeFlags(): readonly (readonly [flag: string, help: string])[] {
  return IDS.map((id) => [`--${flagOf(id)}${placeholder(OPTIONS[id])}`, OPTIONS[id].help] as const);
}

function placeholder(declaration: OptionDeclaration): string {
  switch (declaration.type) {
    case 'boolean':
      return '';
    case 'choice':
      return ` ${declaration.choices.join('|')}`;
    case 'integer':
    case 'number':
      return ` ${declaration.min}..${declaration.max}`;
    case 'integers':
      return ' N,N';
    case 'colour':
      return ' #RRGGBB';
    case 'pages':
      return ' 1,3-5';
    case 'text':
      return ' TEXT';
  }
}

function isBoolean(id: OptionId): boolean {
  return OPTIONS[id].type === 'boolean';
}
