import type { Engine } from '../../index.ts';
import { expandPatterns, requireFiles } from '../input-files.ts';
import { detectionLines } from '../lines.ts';
import { EXIT, locate, printJson, printLine, STANDARD_STREAM, type ExitCode, type Terminal } from '../terminal.ts';
import { detectionView, errorView } from '../views.ts';

/** Names every file's format; a single failure fails the command, several are told apart. */
export async function runDetect(
  engine: Engine,
  { files: patterns, json }: { readonly files: readonly string[]; readonly json: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const files = expandPatterns(patterns, terminal);
  requireFiles(files, terminal);
  const detectOne = (file: string) =>
    engine.detect(file === STANDARD_STREAM ? terminal.stdin : locate(file, terminal), { signal: terminal.signal });
  if (files.length === 1) {
    const [file] = files as [string];
    const detection = await detectOne(file);
    if (json) printJson(terminal.stdout, detectionView(file, detection));
    else for (const line of detectionLines(file, detection)) printLine(terminal.stdout, line);
    return EXIT.ok;
  }
  const views: unknown[] = [];
  let failures = 0;
  for (const file of files) {
    try {
      const detection = await detectOne(file);
      views.push(detectionView(file, detection));
      if (!json) for (const line of detectionLines(file, detection)) printLine(terminal.stdout, line);
    } catch (error) {
      failures++;
      const view = errorView(error);
      views.push({ file, ...view });
      printLine(terminal.stderr, `athanor: ${file}: ${view.error.message}`);
    }
  }
  if (json) printJson(terminal.stdout, views);
  return failures === 0 ? EXIT.ok : EXIT.failed;
}
