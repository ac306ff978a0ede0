import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { isFeature, type ChainStep, type Feature } from '../index.ts';
import { collectOptions, conversionFlags } from './option-flags.ts';
import { UsageError } from './usage-error.ts';

export const COMMANDS = [
  'convert',
  'merge',
  'plan',
  'formats',
  'detect',
  'doctor',
  'warm',
  'mcp',
  'watch',
  'completion',
] as const;
export type CommandName = (typeof COMMANDS)[number];

/** What every way of running a conversion takes. */
interface ConversionArguments {
  readonly to?: string;
  readonly from?: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly allowLoss?: readonly Feature[] | 'any';
  readonly verify: 'quick' | 'full';
  readonly onDifference: 'refuse' | 'tell';
  /** Milliseconds; the command line's own default if absent. */
  readonly deadlineMs?: number;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly force: boolean;
}

export interface ConvertArguments extends ConversionArguments {
  readonly command: 'convert';
  /** Inputs, and the output when there is one among them: files decide that, so it is not decided here. */
  readonly files: readonly string[];
  readonly outDir?: string;
  /** Name or path of a preset. */
  readonly preset?: string;
  /** Conversions at the same time. */
  readonly jobs?: number;
  /** Steps of the preset, once it is read. */
  readonly steps?: readonly ChainStep[];
}

export interface MergeArguments extends ConversionArguments {
  readonly command: 'merge';
  readonly inputs: readonly string[];
  readonly output: string;
}

export interface PlanArguments {
  readonly command: 'plan';
  /** A format, or a file whose facts are planned with. */
  readonly source: string;
  readonly to: string;
  readonly from?: string;
  readonly bytes?: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly allowLoss?: readonly Feature[] | 'any';
  readonly json: boolean;
}

export interface WarmArguments {
  readonly command: 'warm';
  /** Start one in the background, end the one that runs, or be one. */
  readonly action: 'start' | 'stop' | 'serve';
  readonly json: boolean;
}

export interface WatchArguments extends ConversionArguments {
  readonly command: 'watch';
  readonly folder: string;
  readonly outDir: string;
  readonly preset?: string;
  /** Ends when everything in the folder is converted. */
  readonly once: boolean;
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export interface CompletionArguments {
  readonly command: 'completion';
  readonly shell: (typeof SHELLS)[number];
}

export interface McpArguments {
  readonly command: 'mcp';
  /** Folders that the agent may read from and write to. */
  readonly folders: readonly string[];
}

export type Arguments =
  | ConvertArguments
  | MergeArguments
  | PlanArguments
  | { readonly command: 'formats'; readonly json: boolean }
  | { readonly command: 'detect'; readonly files: readonly string[]; readonly json: boolean }
  | { readonly command: 'doctor'; readonly json: boolean }
  | WarmArguments
  | McpArguments
  | WatchArguments
  | CompletionArguments
  | { readonly command: 'help'; readonly about?: CommandName }
  | { readonly command: 'version' };

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

const COMMON: ParseArgsOptionsConfig = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  warm: { type: 'boolean' }, // decided before the arguments are read
};

const PLANNING: ParseArgsOptionsConfig = {
  ...COMMON,
  from: { type: 'string' },
  'allow-loss': { type: 'string' },
  option: { type: 'string', multiple: true },
  ...conversionFlags(),
};

const CONVERSION: ParseArgsOptionsConfig = {
  ...PLANNING,
  to: { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
  force: { type: 'boolean', short: 'f' },
  verify: { type: 'string' },
  'on-difference': { type: 'string' },
  timeout: { type: 'string' },
};

const FLAGS: Readonly<Record<CommandName, ParseArgsOptionsConfig>> = {
  convert: { ...CONVERSION, 'out-dir': { type: 'string' }, preset: { type: 'string' }, jobs: { type: 'string' } },
  merge: CONVERSION,
  plan: { ...PLANNING, bytes: { type: 'string' } },
  formats: COMMON,
  detect: COMMON,
  doctor: COMMON,
  warm: { ...COMMON, stop: { type: 'boolean' }, serve: { type: 'boolean' } },
  mcp: { help: COMMON['help']! },
  completion: { help: COMMON['help']! },
  watch: { ...CONVERSION, 'out-dir': { type: 'string' }, preset: { type: 'string' }, once: { type: 'boolean' } },
};

/** The names of the flags that a command takes, without their dashes. */
export function flagsOf(command: CommandName): readonly string[] {
  // It is said by what is not wanted: --no-warm.
  return Object.keys(FLAGS[command]).map((name) => (name === 'warm' ? 'no-warm' : name));
}

/** The command line as data. Throws a UsageError that says what was expected. */
export function parseArguments(argv: readonly string[]): Arguments {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return parseHelp(rest);
  if (name === '--version' || name === '-v') return { command: 'version' };
  if (!isCommand(name)) throw new UsageError(`There is no command ${name}. The commands are ${COMMANDS.join(', ')}.`);
  const { values, positionals } = parseFlags(name, rest);
  if (values['help'] === true) return { command: 'help', about: name };
  return parseCommand(name, values, positionals);
}

/** Whether failures are to be told as JSON too: known before the arguments are, as those may be what fails. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json');
}

function parseHelp([about]: readonly string[]): Arguments {
  return about !== undefined && isCommand(about) ? { command: 'help', about } : { command: 'help' };
}

function isCommand(name: string): name is CommandName {
  return (COMMANDS as readonly string[]).includes(name);
}

function parseFlags(command: CommandName, args: readonly string[]): { values: Values; positionals: readonly string[] } {
  try {
    const options = FLAGS[command];
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The first sentence names the flag; what follows is advice on the syntax of parseArgs.
    const [sentence] = error.message.split('. ', 1);
    throw new UsageError(`${sentence}. See athanor ${command} --help.`);
  }
}

function parseCommand(command: CommandName, values: Values, positionals: readonly string[]): Arguments {
  const json = values['json'] === true;
  switch (command) {
    case 'convert':
      return parseConvert(values, positionals);
    case 'merge':
      return parseMerge(values, positionals);
    case 'plan':
      return parsePlan(values, positionals);
    case 'detect':
      if (positionals.length === 0) throw new UsageError('Expected a file: athanor detect FILE...');
      return { command, files: positionals, json };
    case 'formats':
    case 'doctor':
      refusePositionals(command, positionals);
      return { command, json };
    case 'completion':
      return parseCompletion(positionals);
    case 'watch':
      return parseWatch(values, positionals);
    case 'mcp':
      return { command, folders: positionals };
    case 'warm':
      refusePositionals(command, positionals);
      return { command, action: values['stop'] === true ? 'stop' : values['serve'] === true ? 'serve' : 'start', json };
  }
}

function refusePositionals(command: CommandName, [first]: readonly string[]): void {
  if (first !== undefined) throw new UsageError(`Expected no arguments for ${command}, but received ${first}.`);
}

function parseConvert(values: Values, files: readonly string[]): ConvertArguments {
  if (files.length === 0)
    throw new UsageError('Expected files: athanor convert INPUT OUTPUT, or INPUT... --to FORMAT.');
  const outDir = textOf(values, 'out-dir');
  const preset = textOf(values, 'preset');
  const conversion = conversionOf(values);
  const hasTarget = conversion.to !== undefined || preset !== undefined;
  if (files.length === 1 && !hasTarget)
    throw new UsageError(`Expected an output or --to: athanor convert ${files[0]} OUTPUT.`);
  if ((files.length > 2 || outDir !== undefined) && !hasTarget)
    throw new UsageError('Expected --to FORMAT with several inputs or --out-dir.');
  return { command: 'convert', files, outDir, preset, jobs: jobsOf(values), ...conversion };
}

function parseCompletion([name, ...rest]: readonly string[]): CompletionArguments {
  const shell = SHELLS.find((one) => one === name);
  if (!shell || rest.length > 0) throw new UsageError(`Expected a shell: athanor completion ${SHELLS.join('|')}.`);
  return { command: 'completion', shell };
}

/** More would only wait for each other. */
const MAX_JOBS = 64;

function jobsOf(values: Values): number {
  const text = textOf(values, 'jobs') ?? '1';
  const jobs = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (jobs >= 1 && jobs <= MAX_JOBS) return jobs;
  throw new UsageError(`Expected a number from 1 to ${MAX_JOBS} for --jobs, but received ${text || 'nothing'}.`);
}

function parseWatch(values: Values, [folder, ...rest]: readonly string[]): WatchArguments {
  const outDir = textOf(values, 'out-dir');
  const preset = textOf(values, 'preset');
  const conversion = conversionOf(values);
  const hasTarget = conversion.to !== undefined || preset !== undefined;
  if (folder === undefined || rest.length > 0 || outDir === undefined || !hasTarget)
    throw new UsageError(
      'Expected a folder, a format and another folder: athanor watch FOLDER --to FORMAT --out-dir DIR.',
    );
  return { command: 'watch', folder, outDir, preset, once: values['once'] === true, ...conversion };
}

function parseMerge(values: Values, files: readonly string[]): MergeArguments {
  const output = files.at(-1);
  if (output === undefined || files.length < 2)
    throw new UsageError('Expected inputs and an output: athanor merge INPUT... OUTPUT.');
  return { command: 'merge', inputs: files.slice(0, -1), output, ...conversionOf(values) };
}

function parsePlan(values: Values, positionals: readonly string[]): PlanArguments {
  const [source, to, ...rest] = positionals;
  if (source === undefined || to === undefined || rest.length > 0)
    throw new UsageError('Expected a source and a target: athanor plan FORMAT|FILE FORMAT.');
  return {
    command: 'plan',
    source,
    to,
    from: textOf(values, 'from'),
    bytes: numberOf(values, 'bytes'),
    options: collectOptions(values, listOf(values, 'option')),
    allowLoss: parseAllowLoss(textOf(values, 'allow-loss')),
    json: values['json'] === true,
  };
}

function conversionOf(values: Values): ConversionArguments {
  const timeout = numberOf(values, 'timeout');
  return {
    to: textOf(values, 'to'),
    from: textOf(values, 'from'),
    options: collectOptions(values, listOf(values, 'option')),
    allowLoss: parseAllowLoss(textOf(values, 'allow-loss')),
    verify: choiceOf(values, 'verify', ['quick', 'full']),
    onDifference: choiceOf(values, 'on-difference', ['refuse', 'tell']),
    deadlineMs: timeout === undefined ? undefined : timeout * 1000,
    json: values['json'] === true,
    quiet: values['quiet'] === true,
    force: values['force'] === true,
  };
}

function parseAllowLoss(list: string | undefined): readonly Feature[] | 'any' | undefined {
  if (list === undefined || list === 'any') return list;
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isFeature(name));
  if (unknown === undefined) return names.filter(isFeature);
  throw new UsageError(`Expected features or any for --allow-loss, but received ${unknown || 'nothing'}.`);
}

/** The first choice is the default. */
function choiceOf<T extends string>(values: Values, flag: string, choices: readonly [T, ...T[]]): T {
  const text = textOf(values, flag) ?? choices[0];
  const choice = choices.find((one) => one === text);
  if (choice) return choice;
  throw new UsageError(`Expected ${choices.join(' or ')} for --${flag}, but received ${text}.`);
}

function numberOf(values: Values, flag: string): number | undefined {
  const text = textOf(values, flag);
  if (text === undefined) return undefined;
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (number > 0) return number;
  throw new UsageError(`Expected a number above 0 for --${flag}, but received ${text || 'nothing'}.`);
}

function textOf(values: Values, flag: string): string | undefined {
  const value = values[flag];
  return typeof value === 'string' ? value : undefined;
}

function listOf(values: Values, flag: string): readonly string[] {
  const value = values[flag];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
