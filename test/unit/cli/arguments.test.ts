import { expect, it } from 'vitest';
import { parseArguments, wantsJson } from '../../../engine/cli/arguments.ts';
import { helpText } from '../../../engine/cli/help.ts';
import { flagOf } from '../../../engine/cli/option-flags.ts';
import { UsageError } from '../../../engine/cli/usage-error.ts';
import { OPTIONS, type OptionId } from '../../../engine/index.ts';

it('reads an input and an output', () => {
  expect(parseArguments(['convert', 'in.pdf', 'out.docx'])).toMatchObject({
    command: 'convert',
    files: ['in.pdf', 'out.docx'],
    options: {},
    verify: 'quick',
    onDifference: 'refuse',
    json: false,
    quiet: false,
    force: false,
  });
});

it('takes options by their own flags and by name, the latter last', () => {
  const args = parseArguments([
    ...['convert', 'a.wav', 'b.mp3', '--audio-bitrate', '128', '--strip', '--quality=80'],
    ...['--option', 'sampleRate=44100', '--option', 'quality=90', '--option', 'sample-rate=48000'],
  ]);
  expect(args).toMatchObject({ options: { audioBitrate: '128', strip: true, quality: '90', sampleRate: '48000' } });
});

it('has a flag and a line of help for every option', () => {
  for (const id of Object.keys(OPTIONS) as OptionId[]) {
    const value = OPTIONS[id].type === 'boolean' ? [] : ['1'];
    expect(parseArguments(['convert', 'a', 'b', `--${flagOf(id)}`, ...value])).toMatchObject({
      options: { [id]: value[0] ?? true },
    });
    expect(helpText('convert')).toContain(`--${flagOf(id)}`);
  }
});

it.each([40, 60, 100])('prints help in lines of at most %d characters', (columns) => {
  for (const command of [undefined, 'convert', 'merge', 'plan', 'warm'] as const)
    for (const line of helpText(command, columns).split('\n'))
      expect(line.length <= columns || !line.trim().includes(' ') || line.includes(' athanor '), line).toBe(true);
});

it('turns a boolean option off by no-', () => {
  expect(parseArguments(['convert', 'a', 'b', '--no-strip'])).toMatchObject({ options: { strip: false } });
});

it('keeps a value that holds an equals sign', () => {
  expect(parseArguments(['convert', 'a', 'b', '--option', 'password=a=b'])).toMatchObject({
    options: { password: 'a=b' },
  });
});

it.each<[readonly string[], object]>([
  [['convert', '*.jpg', '--to', 'webp', '--out-dir', 'out'], { files: ['*.jpg'], to: 'webp', outDir: 'out' }],
  [['convert', '-', '-', '--to', 'png', '--from', 'svg'], { files: ['-', '-'], to: 'png', from: 'svg' }],
  [['convert', 'a', 'b', '--allow-loss', 'text, alpha'], { allowLoss: ['text', 'alpha'] }],
  [['convert', 'a', 'b', '--allow-loss', 'any'], { allowLoss: 'any' }],
  [
    ['convert', 'a', 'b', '--timeout', '1.5', '--verify', 'full', '-qf'],
    { deadlineMs: 1500, verify: 'full', quiet: true, force: true },
  ],
  [['convert', '--', '-odd.png', 'b.jpg'], { files: ['-odd.png', 'b.jpg'] }],
  [['merge', 'a.jpg', 'b.png', 'out.pdf'], { command: 'merge', inputs: ['a.jpg', 'b.png'], output: 'out.pdf' }],
  [['plan', 'pdf', 'docx', '--bytes', '1000'], { command: 'plan', source: 'pdf', to: 'docx', bytes: 1000 }],
  [['detect', 'a', 'b', '--json'], { command: 'detect', files: ['a', 'b'], json: true }],
  [['formats', '--json'], { command: 'formats', json: true }],
  [['doctor'], { command: 'doctor', json: false }],
  [[], { command: 'help' }],
  [['--help'], { command: 'help' }],
  [['help', 'plan'], { command: 'help', about: 'plan' }],
  [['merge', '--help'], { command: 'help', about: 'merge' }],
  [['--version'], { command: 'version' }],
])('understands %j', (argv, expected) => {
  expect(parseArguments(argv)).toMatchObject(expected);
});

it.each<[readonly string[], string]>([
  [
    ['render'],
    'There is no command render. The commands are convert, merge, plan, formats, detect, doctor, warm, mcp, watch, completion.',
  ],
  [['convert'], 'Expected files: athanor convert INPUT OUTPUT, or INPUT... --to FORMAT.'],
  [['convert', 'a.png'], 'Expected an output or --to: athanor convert a.png OUTPUT.'],
  [['convert', 'a', 'b', 'c'], 'Expected --to FORMAT with several inputs or --out-dir.'],
  [['convert', 'a', '--out-dir', 'x', 'b'], 'Expected --to FORMAT with several inputs or --out-dir.'],
  [['convert', 'a', 'b', '--option', 'quality'], 'Expected --option name=value, but received quality.'],
  [['convert', 'a', 'b', '--allow-loss', 'taste'], 'Expected features or any for --allow-loss, but received taste.'],
  [['convert', 'a', 'b', '--timeout', 'soon'], 'Expected a number above 0 for --timeout, but received soon.'],
  [['convert', 'a', 'b', '--verify', 'maybe'], 'Expected quick or full for --verify, but received maybe.'],
  [['convert', 'a', 'b', '--colour'], "Unknown option '--colour'. See athanor convert --help."],
  [['merge', 'a'], 'Expected inputs and an output: athanor merge INPUT... OUTPUT.'],
  [['plan', 'pdf'], 'Expected a source and a target: athanor plan FORMAT|FILE FORMAT.'],
  [['detect'], 'Expected a file: athanor detect FILE...'],
  [['formats', 'png'], 'Expected no arguments for formats, but received png.'],
])('refuses %j', (argv, message) => {
  expect(() => parseArguments(argv)).toThrow(new UsageError(message));
});

it('knows that JSON was asked for even if the rest is wrong', () => {
  expect(wantsJson(['convert', '--bogus', '--json'])).toBe(true);
  expect(wantsJson(['convert', '--', '--json'])).toBe(false);
});
