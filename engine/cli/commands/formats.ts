import type { Engine } from '../../index.ts';
import { formatLines } from '../lines.ts';
import { EXIT, printJson, printLine, type ExitCode, type Terminal } from '../terminal.ts';
import { formatView } from '../views.ts';

export async function runFormats(
  engine: Engine,
  { json }: { readonly json: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const formats = engine.formats();
  if (json) printJson(terminal.stdout, formats.map(formatView));
  else for (const line of formatLines(formats)) printLine(terminal.stdout, line);
  return EXIT.ok;
}
