import { STYLE_FLAGS, type CueLine, type Run } from './model.ts';
import { isColoured } from './plain/plain.ts';

export interface TagDialect {
  /** What is between the angle brackets that open each style: `b`, `c.strike`. */
  readonly tags: Readonly<Record<(typeof STYLE_FLAGS)[number], string>>;
  readonly colour: (colour: string) => string;
  readonly escape: (text: string) => string;
}

/** Lines with inline tags, each closed at the end of its run; empty lines would end the cue and are left out. */
export function writeTaggedLines(lines: readonly CueLine[], dialect: TagDialect): string {
  const written = lines.map((runs) => runs.map((run) => writeRun(run, dialect)).join(''));
  return written.filter((line) => line !== '').join('\n');
}

function writeRun(run: Run, { tags, colour, escape }: TagDialect): string {
  const opened = STYLE_FLAGS.filter((runStyle) => run[runStyle]).map((runStyle) => tags[runStyle]);
  if (isColoured(run.colour)) opened.unshift(colour(run.colour));
  const before = opened.map((tag) => `<${tag}>`).join('');
  const after = opened
    .toReversed()
    .map((tag) => `</${/^\w+/.exec(tag)![0]}>`)
    .join('');
  return `${before}${escape(run.text)}${after}`;
}
