import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { extname, join } from 'node:path';
import { ConversionError, DEFAULT_LIMITS, parseChainSteps, type ChainStep } from '../index.ts';
import type { ConvertArguments } from './arguments.ts';
import { locate, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** What a preset says: one conversion, or the steps of a chain. */
export type Preset =
  | { readonly conversion: ChainStep; readonly steps?: undefined }
  | { readonly steps: readonly ChainStep[]; readonly conversion?: undefined };

/** Those of the settings, and what the service says besides. */
const FIELDS: readonly string[] = ['name', 'targetFormat', 'options', 'allowLoss', 'steps', 'createdAt', 'updatedAt'];

/**
 * Reads a preset from a JSON file, as `GET /api/v1/presets/{name}` of the service answers it: a path, or the name of a file in
 * the user's folder for presets. Throws a UsageError.
 */
export async function loadPreset(name: string, place: Pick<Terminal, 'directory'>): Promise<Preset> {
  const isPath = /[/\\]/.test(name) || extname(name) === '.json';
  const path = isPath ? locate(name, place) : join(presetFolder(), `${name}.json`);
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`There is no preset ${name}. Expected it as ${path}.`, 'missing_file');
  });
  try {
    return parsePreset(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof ConversionError)) throw error;
    const what = error instanceof SyntaxError ? 'It is not valid JSON.' : error.message;
    throw new UsageError(`The preset ${name} cannot be used. ${what}`);
  }
}

function presetFolder(): string {
  const configuration = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return join(configuration, 'athanor', 'presets');
}

function parsePreset(raw: unknown): Preset {
  const preset = isObject(raw) && isObject(raw['data']) ? raw['data'] : raw;
  if (!isObject(preset)) throw new UsageError('Expected an object as a preset, such as {"targetFormat": "pdf"}.');
  const unknown = Object.keys(preset).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw new UsageError(`There is no setting ${unknown} in a preset.`);
  const { targetFormat, options, allowLoss, steps } = preset;
  if ((targetFormat === undefined) === (steps === undefined))
    throw new UsageError('Expected either targetFormat or steps in a preset.');
  if (steps !== undefined) return { steps: parseChainSteps(steps, DEFAULT_LIMITS.chainSteps) };
  const [conversion] = parseChainSteps([{ do: 'convert', to: targetFormat, options, allowLoss }], 1);
  return { conversion: conversion! };
}

/** The arguments as the preset completes them: what is on the command line itself counts more. */
export function withPreset(args: ConvertArguments, { conversion, steps }: Preset): ConvertArguments {
  if (steps) {
    const besides = args.to !== undefined || args.allowLoss !== undefined || Object.keys(args.options).length > 0;
    if (besides) throw new UsageError('The preset has steps, which say formats, options and losses. Leave them out.');
    const to = steps.findLast((step) => step.to !== undefined)?.to ?? extname(args.files[0]!).slice(1);
    return { ...args, steps, to };
  }
  return {
    ...args,
    to: args.to ?? conversion.to,
    options: { ...conversion.options, ...args.options },
    allowLoss: args.allowLoss ?? conversion.allowLoss,
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
