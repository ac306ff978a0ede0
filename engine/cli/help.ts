import type { CommandName } from './arguments.ts';
import { describeFlags } from './option-flags.ts';

const OVERVIEW = `Usage: athanor COMMAND [ARGUMENTS]

Converts files between formats and verifies every result.

Commands
  convert INPUT OUTPUT                convert one file
  convert INPUT... --to FORMAT        convert several, beside their inputs or into --out-dir DIR
  merge INPUT... OUTPUT               join files into one
  plan FORMAT|FILE FORMAT             show how a conversion would be done, and what it would lose
  formats                             list the formats that can be read or written
  detect FILE...                      say what files are
  doctor                              look at this machine and try the engine
  warm                                keep an engine running, so that the next calls start at once

athanor COMMAND --help says more. Exit codes: 0 done, 1 failed, 2 wrong arguments.`;

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

const PLAN_FLAGS: readonly (readonly [string, string])[] = [
  ['--from FORMAT', 'Source format of the file, if its content does not identify it.'],
  ['--bytes NUMBER', 'Size of the source, for the prediction of time.'],
  ['--option NAME=VALUE', 'Set a conversion option by name, like the flags below.'],
  ['--allow-loss LIST', 'Features that may be lost, separated by commas, or any.'],
  ['--json', 'Print the plan, or the error, as JSON.'],
];

const JSON_FLAG: readonly (readonly [string, string])[] = [['--json', 'Print the result, or the error, as JSON.']];

/** What athanor prints for --help, with or without a command. */
export function helpText(about?: CommandName): string {
  switch (about) {
    case undefined:
      return OVERVIEW;
    case 'convert':
      return page(
        ['athanor convert INPUT OUTPUT', 'athanor convert INPUT... --to FORMAT [--out-dir DIR]'],
        'Converts files. INPUT may be a pattern such as "*.jpg", or - for standard input; OUTPUT may be - for standard\n' +
          'output. One source that gives several files (the pages of a PDF as images) gives OUTPUT-1, OUTPUT-2 and so on.',
        [['--out-dir DIR', 'Where the results go with --to; beside their inputs if absent.'], ...CONVERSION_FLAGS],
        describeFlags(),
      );
    case 'merge':
      return page(
        ['athanor merge INPUT... OUTPUT'],
        'Merges files into one, in the order given: images and PDFs into a PDF, images into a multi-page TIFF, a video\n' +
          'or an animated image, audio or video files into one that plays them in turn, anything into a ZIP. Of a ZIP among\n' +
          'the inputs each file is merged.',
        CONVERSION_FLAGS,
        describeFlags(),
      );
    case 'plan':
      return page(
        ['athanor plan FORMAT|FILE FORMAT'],
        'Shows the route of a conversion without running it: what is lost, what it costs, which other routes were\n' +
          'rejected and why, and where each step is declared. With a file, the plan considers its content.',
        PLAN_FLAGS,
        describeFlags(),
      );
    case 'formats':
      return page(['athanor formats'], 'Lists the formats that some installed codec reads or writes.', JSON_FLAG);
    case 'detect':
      return page(
        ['athanor detect FILE...'],
        'Detects the formats of files, by their content first. - is standard input.',
        JSON_FLAG,
      );
    case 'doctor':
      return page(
        ['athanor doctor'],
        'Shows what the engine finds on this machine and converts tiny files as a self-check.',
        JSON_FLAG,
      );
    case 'warm':
      return page(
        ['athanor warm [--stop]'],
        'Starts an engine in the background, for calls of the same user with the same version and umask. They use it as\n' +
          'long as it runs, unless they have --no-warm or CI is set; it ends after ten idle minutes. With ATHANOR_WARM=yes\n' +
          'the first call starts one.',
        [
          ['--stop', 'End the engine that runs, with what it is doing.'],
          ['--serve', 'Be the engine, in the foreground, until it is interrupted or idle.'],
          ...JSON_FLAG,
        ],
      );
  }
}

function page(
  usage: readonly string[],
  about: string,
  flags: readonly (readonly [string, string])[],
  options: readonly (readonly [string, string])[] = [],
): string {
  const sections = [usage.map((line, index) => `${index === 0 ? 'Usage: ' : '       '}${line}`).join('\n'), about];
  sections.push(`Flags\n${table(flags)}`);
  if (options.length > 0) sections.push(`Conversion options, each where the conversion takes it\n${table(options)}`);
  return sections.join('\n\n');
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
