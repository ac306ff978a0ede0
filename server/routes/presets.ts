import type * as z from 'zod';
import type { ChainStep } from '../../engine/index.ts';
import { success } from '../envelope.ts';
import { ServiceError } from '../errors.ts';
import { parseBody } from '../middleware/json-body.ts';
import { callerOf, type RouteContext } from '../middleware/state.ts';
import { NewPresetRequest, PresetRequest, type PresetView } from '../openapi/preset-schemas.ts';
import type { Presets } from '../services/presets.ts';
import { type ConversionFields, conversionFields, type FormFields, parseSteps, textField } from './form-fields.ts';

export interface PresetRoutesDependencies {
  readonly presets: Presets;
  readonly limits: { readonly presets: number; readonly jsonBytes: number };
}

type Preset = Awaited<ReturnType<Presets['find']>>;

/** `/api/v1/presets`: conversions that the account has saved by name. */
export function presetRoutes({ presets, limits }: PresetRoutesDependencies) {
  return {
    list: async (context: RouteContext): Promise<void> => {
      const found = await presets.list(callerOf(context).accountId);
      const data = { limit: limits.presets, presets: found.map(viewOf) };
      context.body = success(`${found.length} of ${limits.presets} presets.`, data);
    },

    show: async (context: RouteContext): Promise<void> => {
      const preset = await presets.find(callerOf(context).accountId, context.params.name!);
      context.body = success(`The preset ${preset.name}.`, viewOf(preset));
    },

    create: async (context: RouteContext): Promise<void> => {
      const { name, ...settings } = await parseBody(context, NewPresetRequest, limits.jsonBytes);
      const preset = await presets.create(callerOf(context).accountId, name, settingsOf(settings));
      context.status = 201;
      context.body = success(`The preset ${name} was saved.`, viewOf(preset));
    },

    replace: async (context: RouteContext): Promise<void> => {
      const settings = await parseBody(context, PresetRequest, limits.jsonBytes);
      const { name } = NewPresetRequest.pick({ name: true }).safeParse({ name: context.params.name }).data ?? {};
      if (name === undefined) throw invalidName();
      const preset = await presets.replace(callerOf(context).accountId, name, settingsOf(settings));
      context.body = success(`The preset ${name} was saved.`, viewOf(preset));
    },

    delete: async (context: RouteContext): Promise<void> => {
      const name = context.params.name!;
      await presets.delete(callerOf(context).accountId, name);
      context.body = success(`The preset ${name} was deleted.`, { name });
    },
  };
}

/** The text parts of a conversion request, with those of the preset that it names. */
export async function readConversion(
  fields: FormFields,
  accountId: string,
  presets: Presets,
): Promise<ConversionFields> {
  const name = textField(fields, 'preset');
  return conversionFields(fields, name === undefined ? undefined : (await presets.find(accountId, name)).settings);
}

/** Checks that the settings can be used, and returns them with the ids of their formats. */
function settingsOf({ targetFormat, options, allowLoss, steps }: z.output<typeof PresetRequest>): Preset['settings'] {
  if ((targetFormat === undefined) === (steps === undefined))
    throw invalid('targetFormat', 'Expected either targetFormat or steps.');
  if (steps !== undefined) {
    if (options ?? allowLoss) throw invalid('options', 'With steps, options and losses belong to each step.');
    return { steps: parseSteps(steps) };
  }
  const [step] = parseSteps([{ do: 'convert', to: targetFormat, options, allowLoss }]) as readonly [ChainStep];
  return { targetFormat: step.to!, ...(options && { options }), ...(step.allowLoss && { allowLoss: step.allowLoss }) };
}

function viewOf({ name, settings, createdAt, updatedAt }: Preset): PresetView {
  const times = { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() };
  return { name, ...settings, ...times };
}

function invalidName(): ServiceError {
  return invalid('name', 'Expected 1 to 64 lower-case letters, digits, dots, hyphens or underscores as a name.');
}

function invalid(field: string, message: string): ServiceError {
  return new ServiceError({ code: 'malformed_request', message, field });
}
