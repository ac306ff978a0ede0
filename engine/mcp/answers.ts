import { pathToFileURL } from 'node:url';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { ConversionError } from '../index.ts';
import { AgentError, type AgentOutput, type AgentResult } from './backend.ts';

/** What a failure means for an agent, where its message does not say it. */
const ADVICE: Readonly<Record<string, string>> = {
  unsupported_conversion: 'Call list_formats with `from` to see what this format can become.',
  unknown_source_format: 'Call list_formats to see the ids of formats.',
  unknown_target_format: 'Call list_formats to see the ids of formats.',
  source_format_undetected: 'Repeat the call with `from`, if you know the format.',
  source_format_mismatch: 'Repeat the call without `from`.',
  loss_not_allowed: 'Tell the user what would be lost. If that is acceptable, repeat the call with `allowLoss`.',
  output_not_verified: "With `onDifference: 'tell'` you get the result and a list of what differs from the source.",
  invalid_options: 'Call plan to see the options of this conversion.',
  input_encrypted: 'Ask the user for a copy without a password.',
  input_truncated: 'Ask the user for the complete file.',
  input_corrupt: 'Ask the user for an intact file.',
};

export function failed(error: unknown): CallToolResult {
  const { code, message, details } = describe(error);
  const advice = ADVICE[code];
  const lines = [
    `${code}: ${message}`,
    ...(advice === undefined ? [] : [advice]),
    ...(Object.keys(details).length > 0 ? [`Details: ${JSON.stringify(details)}`] : []),
  ];
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }] };
}

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Errors of the service have the same parts as those of the engine. */
function describe(error: unknown): Failure {
  if (error instanceof AgentError) return { code: error.code, message: error.message, details: {} };
  if (error instanceof ConversionError || isNamed(error)) {
    const { code, message, details = {} } = error;
    return { code, message, details };
  }
  const message = 'Something unforeseen went wrong. Repeat the call; if it fails again, tell the user.';
  return { code: 'internal', message, details: {} };
}

function isNamed(error: unknown): error is Omit<Failure, 'details'> & Partial<Pick<Failure, 'details'>> {
  return error instanceof Error && error.name === 'ServiceError' && 'code' in error && typeof error.code === 'string';
}

/** What is returned of a result as data. */
export function resultData({ report, outputs, warnings, ...result }: AgentResult) {
  const { verified, verdict, score, lost, gone, differences = [], differencesBeyond = 0 } = report;
  return {
    ...result,
    files: outputs.map(({ name, mimeType, sizeBytes, path, url }) => ({ name, mimeType, sizeBytes, path, url })),
    report: {
      ...{ verified, verdict, score, lost, gone, differencesBeyond },
      differences: differences.map(({ message }) => message),
    },
    warnings: warnings.map(({ message }) => message),
  };
}

export function converted(result: AgentResult): CallToolResult {
  const data = resultData(result);
  return {
    content: [{ type: 'text', text: summaryOf(data) }, ...result.outputs.map(blockOf)],
    structuredContent: { ...data },
  };
}

function summaryOf({
  sourceFormat,
  targetFormat,
  files,
  report,
  warnings,
  expiresAt,
}: ReturnType<typeof resultData>): string {
  const [first] = files;
  const place = first!.path ?? first!.url ?? `${first!.name} (in this answer)`;
  const more = files.length > 1 ? ` and ${files.length - 1} more` : '';
  const isRefused = report.verdict === 'refused';
  const lines = [
    `${sourceFormat.toUpperCase()} was converted to ${targetFormat.toUpperCase()}: ${place}${more}`,
    ...(expiresAt === undefined ? [] : [`It can be downloaded until ${expiresAt}.`]),
    isRefused
      ? 'Verification failed: the result differs from the source.'
      : `Verified by ${report.verified}, score ${report.score} of 100.`,
    ...(report.lost.length > 0 ? [`Lost: ${report.lost.join(', ')}.`] : []),
    ...(report.gone.length > 0 ? [`The target cannot hold: ${report.gone.join(', ')}.`] : []),
    ...report.differences,
    ...(report.differencesBeyond > 0 ? [`${report.differencesBeyond} more differences.`] : []),
    ...warnings,
  ];
  return lines.join('\n');
}

function blockOf({ name, mimeType, path, url, bytes }: AgentOutput): ContentBlock {
  const uri = path === undefined ? (url ?? `athanor:result/${encodeURIComponent(name)}`) : pathToFileURL(path).href;
  if (bytes === undefined) return { type: 'resource_link', uri, name, mimeType };
  const text = textOf(mimeType, bytes);
  if (text !== undefined) return { type: 'resource', resource: { uri, mimeType, text } };
  const blob = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return { type: 'resource', resource: { uri, mimeType, blob } };
}

/** A model reads text, and no base64. */
function textOf(mimeType: string, bytes: Uint8Array): string | undefined {
  if (!/^text\/|[/+](json|xml|yaml|toml)$/.test(mimeType)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
