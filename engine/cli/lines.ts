import type { ConversionResult, Detection, FormatInfo, Plan } from '../index.ts';
import { formatOf } from '../index.ts';
import type { EdgeOrigin } from './edge-origin.ts';

/** What people read. */

/** `pdf → (pdf-docx) → docx`. */
function routeLine({ from, steps }: Plan): string {
  return [from, ...steps.map(({ codec, to }) => `(${codec}) → ${to}`)].join(' → ');
}

/** One line on a finished conversion, and one more if something was lost. */
export function conversionLines({ plan, report, timings }: ConversionResult, outputs: readonly string[]): string[] {
  const output = outputs.length === 1 ? outputs[0]! : `${outputs[0]} … ${outputs.at(-1)} (${outputs.length} files)`;
  const seconds = (timings.total / 1000).toFixed(2);
  const line = `${output}: ${routeLine(plan)}, ${seconds} s, verified by ${report.verified}, score ${report.score}`;
  const about = [...lossLines(report.lost, report.gone), ...differenceLines(report)];
  return [line, ...about.map((text) => `  ${text}`)];
}

/** The end of several conversions. */
export function batchLine(all: number, failures: number, ms: number): string {
  const failed = failures === 0 ? '' : `, ${failures} failed`;
  return `${all - failures} of ${all} converted${failed}, ${(ms / 1000).toFixed(2)} s`;
}

/** What differs between source and result, in words. */
function differenceLines({ verdict, differences, differencesBeyond }: ConversionResult['report']): string[] {
  const refused =
    verdict === 'refused' ? ['verification failed; the result was kept because of --on-difference tell'] : [];
  const more = differencesBeyond > 0 ? [`${differencesBeyond} more differences`] : [];
  return [...refused, ...differences.map(({ message }) => message), ...more];
}

function lossLines(lost: readonly string[], gone: readonly string[]): string[] {
  const lines: string[] = [];
  if (lost.length > 0) lines.push(`lost: ${lost.join(', ')}`);
  if (gone.length > 0) lines.push(`the target cannot hold: ${gone.join(', ')}`);
  return lines;
}

/** Everything that the planner knows about its choice; `origins` has an entry for each step. */
export function planLines(plan: Plan, origins: readonly (EdgeOrigin | undefined)[]): string[] {
  const { why, ms, loss, qualityPenalty, generations, kept, lost, gone, consent, steps, rejected } = plan;
  const listed = (names: readonly string[]): string => (names.length > 0 ? names.join(', ') : 'nothing');
  const lines = [
    routeLine(plan),
    `  ${why}`,
    ...(consent === undefined ? [] : [`  needs consent: ${consent}`]),
    '',
    `  kept   ${listed(kept)}`,
    `  lost   ${listed(lost)}`,
    `  gone   ${listed(gone)}${gone.length > 0 ? ' (the target cannot hold it)' : ''}`,
    `  cost   loss ${loss}, of which quality penalty ${qualityPenalty}; lossy generations ${generations}; about ${Math.round(ms)} ms`,
    '',
    'Steps',
    ...steps.map(
      (step, index) =>
        `  ${step.from} → ${step.to}  ${step.codec}/${step.edge}, ${step.operation}, takes ${step.takes}, gives ${step.gives}, ` +
        `about ${Math.round(step.ms)} ms and ${Math.round(step.memoryMB)} MB in lane ${step.lane}${originText(origins[index])}`,
    ),
  ];
  if (rejected.length > 0)
    lines.push('', 'Rejected', ...rejected.map(({ route, reason, code }) => `  ${route}  ${reason} (${code})`));
  return lines;
}

function originText(origin: EdgeOrigin | undefined): string {
  return origin ? `  ${origin.file}:${origin.line}` : '';
}

export function formatLines(formats: readonly FormatInfo[]): string[] {
  const rows = formats.map(({ id, name, family, extensions, read, write, experimental }) => [
    id,
    `${read ? 'r' : '-'}${write ? 'w' : '-'}`,
    family,
    extensions.map((extension) => `.${extension}`).join(' '),
    experimental ? `${name} (experimental)` : name,
  ]);
  const read = formats.filter((format) => format.read).length;
  const write = formats.filter((format) => format.write).length;
  return [...alignColumns(rows), '', `${formats.length} formats: ${read} are read, ${write} are written.`];
}

export function detectionLines(file: string, { format, confidence, via, warnings }: Detection): string[] {
  const by = { content: 'by its content', name: 'by its name', caller: 'as announced' }[via];
  const line = `${file}: ${format} (${formatOf(format).name}), ${Math.round(confidence * 100)} % sure ${by}`;
  return [line, ...warnings.map(({ message }) => `  ${message}`)];
}

/** Columns as wide as their longest cell; the last one is left as it is. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column]!) : cell))
      .join('  ')
      .trimEnd(),
  );
}
