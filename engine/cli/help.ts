import type { CommandName } from './arguments.ts';
import { describeFlags } from './option-flags.ts';

const COMMANDS: Rows = [
  ['convert INPUT OUTPUT', 'convert one file'],
  ['convert INPUT... --to FORMAT', 'convert several, beside their inputs or into --out-dir DIR'],
  ['merge INPUT... OUTPUT', 'join files into one'],
  ['plan FORMAT|FILE FORMAT', 'show how a conversion would be done, and what it would lose'],
  ['formats', 'list the formats that can be read or written'],
  ['detect FILE...', 'say what files are'],
  ['doctor', 'look at this machine and try the engine'],
  ['warm', 'keep an engine running, so that the next calls start at once'],
  ['watch FOLDER --to FORMAT', 'convert each file that comes into a folder'],
  ['completion bash|zsh|fish', 'print a script that completes this command line'],
  ['mcp [FOLDER...]', 'serve the tools to an AI agent, by the Model Context Protocol'],
];

const CONVERSION_FLAGS: readonly (readonly [string, string])[] = [
  ['--to FORMAT', 'Target format, if the output file name does not say it.'],
  ['--from FORMAT', 'Source format, if the content does not identify it.'],
  ['--option NAME=VALUE', 'Set a conversion option by name, like the flags below.'],
  ['--allow-loss LIST', 'Features that may be lost, separated by commas, or any.'],
  ['--verify quick|full', 'How much of the result is compared with the source. Default: quick.'],
  [
    '--on-difference refuse|tell',
    'Discard a result that differs from its source, or keep it and tell. Default: refuse.',
  ],
  ['--timeout SECONDS', 'Stop after this time. Default: an hour.'],
  ['-f, --force', 'Let the output replace the input itself.'],
  ['-q, --quiet', 'Print nothing but errors.'],
  ['--json', 'Print the result, or the error, as JSON.'],
  ['--no-warm', 'Do not use the engine that athanor warm keeps running.'],
];

const PRESET_FLAG = [
  '--preset NAME|FILE',
  'Target, options and steps from a JSON file, or from one of this name in ~/.config/athanor/presets.',
] as const;

const PLAN_FLAGS: readonly (readonly [string, string])[] = [
  ['--from FORMAT', 'Source format of the file, if its content does not identify it.'],
  ['--bytes NUMBER', 'Size of the source, for the prediction of time.'],
  ['--option NAME=VALUE', 'Set a conversion option by name, like the flags below.'],
  ['--allow-loss LIST', 'Features that may be lost, separated by commas, or any.'],
  ['--json', 'Print the plan, or the error, as JSON.'],
];

const JSON_FLAG: readonly (readonly [string, string])[] = [['--json', 'Print the result, or the error, as JSON.']];

/** What athanor prints for --help, with or without a command, in lines of at most `columns` characters. */
export function helpText(about?: CommandName, columns = DEFAULT_COLUMNS): string {
  const width = Math.max(columns, LEAST_COLUMNS);
  return about === undefined ? overview(width) : page(pageOf(about), width);
}

/** For output that is no terminal. */
const DEFAULT_COLUMNS = 100;
/** Below this there is no room for two columns. */
const LEAST_COLUMNS = 40;

interface Page {
  readonly usage: readonly string[];
  readonly about: string;
  readonly flags: Rows;
  readonly options?: Rows;
}

type Rows = readonly (readonly [left: string, right: string])[];

function pageOf(about: CommandName): Page {
  switch (about) {
    case 'convert':
      return {
        usage: ['athanor convert INPUT OUTPUT', 'athanor convert INPUT... --to FORMAT [--out-dir DIR]'],
        about:
          'Converts files. INPUT may be a pattern such as "*.jpg", a folder, or - for standard input; OUTPUT may be - for standard ' +
          'output. One source that gives several files (the pages of a PDF as images) gives OUTPUT-1, OUTPUT-2 and so on.',
        flags: [
          ['--out-dir DIR', 'Where the results go with --to; beside their inputs if absent.'],
          ['--jobs NUMBER', 'How many of several files are converted at the same time. Default: 1.'],
          PRESET_FLAG,
          ...CONVERSION_FLAGS,
        ],
        options: describeFlags(),
      };
    case 'merge':
      return {
        usage: ['athanor merge INPUT... OUTPUT'],
        about:
          'Merges files into one, in the order given: images and PDFs into a PDF, images into a multi-page TIFF, a video ' +
          'or an animated image, audio or video files into one that plays them in turn, anything into a ZIP. Of a ZIP among ' +
          'the inputs each file is merged.',
        flags: CONVERSION_FLAGS,
        options: describeFlags(),
      };
    case 'plan':
      return {
        usage: ['athanor plan FORMAT|FILE FORMAT'],
        about:
          'Shows the route of a conversion without running it: what is lost, what it costs, which other routes were ' +
          'rejected and why, and where each step is declared. With a file, the plan considers its content.',
        flags: PLAN_FLAGS,
        options: describeFlags(),
      };
    case 'formats':
      return {
        usage: ['athanor formats'],
        about: 'Lists the formats that some installed codec reads or writes.',
        flags: JSON_FLAG,
      };
    case 'detect':
      return {
        usage: ['athanor detect FILE...'],
        about: 'Detects the formats of files, by their content first. - is standard input.',
        flags: JSON_FLAG,
      };
    case 'doctor':
      return {
        usage: ['athanor doctor'],
        about: 'Shows what the engine finds on this machine and converts tiny files as a self-check.',
        flags: JSON_FLAG,
      };
    case 'warm':
      return {
        usage: ['athanor warm [--stop]'],
        about:
          'Starts an engine in the background, for calls of the same user with the same version and umask. They use it as ' +
          'long as it runs, unless they have --no-warm or CI is set; it ends after ten idle minutes. With ATHANOR_WARM=yes ' +
          'the first call starts one.',
        flags: [
          ['--stop', 'End the engine that runs, with what it is doing.'],
          ['--serve', 'Be the engine, in the foreground, until it is interrupted or idle.'],
          ...JSON_FLAG,
        ],
      };
    case 'completion':
      return {
        usage: ['athanor completion bash|zsh|fish'],
        about:
          'Prints a script for a shell, which then completes commands, flags, formats and values. Its first lines say where it belongs.',
        flags: [['-h, --help', 'Print this text.']],
      };
    case 'watch':
      return {
        usage: ['athanor watch FOLDER --to FORMAT --out-dir DIR'],
        about:
          'Converts each file that comes into a folder, once it has not changed for a second, and again when it changes. Files ' +
          'whose result is there and newer are left alone, as are subfolders, links, hidden and unfinished files. One that fails ' +
          'does not stop the others; the exit code tells. With --json each result is one line.',
        flags: [
          ['--out-dir DIR', 'Where the results go; not the folder itself.'],
          ['--once', 'End when everything in the folder is converted.'],
          PRESET_FLAG,
          ...CONVERSION_FLAGS,
        ],
        options: describeFlags(),
      };
    case 'mcp':
      return {
        usage: ['athanor mcp [FOLDER...]'],
        about:
          'Serves an AI agent over standard input and output, by the Model Context Protocol, with the tools list_formats, ' +
          'detect, plan, convert, merge and read_as_text. The agent may read and write files in the folders that are named ' +
          'and nowhere else; without any it sends files with its calls, up to 6 MiB, and gets results of up to 1 MiB.',
        flags: [['-h, --help', 'Print this text.']],
      };
  }
}

function overview(columns: number): string {
  const about = wrap('Converts files between formats and verifies every result.', columns);
  const more = wrap('athanor COMMAND --help says more. Exit codes: 0 done, 1 failed, 2 wrong arguments.', columns);
  const commands = `Commands\n${table(COMMANDS, columns)}`;
  return ['Usage: athanor COMMAND [ARGUMENTS]', about.join('\n'), commands, more.join('\n')].join('\n\n');
}

function page({ usage, about, flags, options = [] }: Page, columns: number): string {
  const sections = [usage.map((line, index) => `${index === 0 ? 'Usage: ' : '       '}${line}`).join('\n')];
  sections.push(wrap(about, columns).join('\n'), `Flags\n${table(flags, columns)}`);
  if (options.length > 0) sections.push(`Options, where the conversion takes them\n${table(options, columns)}`);
  return sections.join('\n\n');
}

/** Two columns. What is too long for the left one has a line of its own. */
function table(rows: Rows, columns: number): string {
  const fits = (left: string): boolean => left.length <= columns * 0.4;
  const width = Math.max(...rows.map(([left]) => (fits(left) ? left.length : 0)));
  const indent = ' '.repeat(width + 4);
  return rows
    .flatMap(([left, right]) => {
      const [first = '', ...others] = wrap(right, columns - indent.length);
      const below = others.map((line) => indent + line);
      if (fits(left)) return [`  ${left.padEnd(width)}  ${first}`, ...below];
      return [...wrap(left, columns - 2).map((line) => `  ${line}`), indent + first, ...below];
    })
    .join('\n');
}

/** The text in lines of at most `columns` characters, broken between words and between the choices of a flag. */
function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(/[^\s|]+\|?|\||\s+/g) ?? []) {
    if ((line + piece).trimEnd().length > columns && line !== '') {
      lines.push(line.trimEnd());
      line = '';
    }
    if (line !== '' || piece.trim() !== '') line += piece;
  }
  return [...lines, line.trimEnd()];
}
