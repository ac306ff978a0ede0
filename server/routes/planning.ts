import type { Plan } from '../../engine/index.ts';
import { success } from '../envelope.ts';
import { ServiceError } from '../errors.ts';
import { signalOf } from '../middleware/abort-signal.ts';
import { parseBody } from '../middleware/json-body.ts';
import { formOf, type RouteContext } from '../middleware/state.ts';
import { PlanRequest } from '../openapi/catalogue-schemas.ts';
import { routeOf } from '../services/route.ts';
import type { Planning } from '../services/planning.ts';
import { conversionFields, optionsObject, parseAllowLoss } from './form-fields.ts';

/** `POST /api/v1/detect`: the format of a file. */
export function detect(planning: Planning) {
  return async (context: RouteContext): Promise<void> => {
    const detection = await planning.detect(formOf(context).uploads[0], signalOf(context));
    const format = detection.format.toUpperCase();
    context.body = success(`The file is ${format}.`, { ...detection, format });
  };
}

/** `POST /api/v1/plan` with a file: how this file would be converted. */
export function planFile(planning: Planning) {
  return async (context: RouteContext): Promise<void> => {
    const {
      uploads: [upload],
      fields,
    } = formOf(context);
    const { to, from, options, allowLoss } = conversionFields(fields);
    if (to === undefined) throw noSteps();
    const source = from ?? (await planning.detect(upload, signalOf(context))).format;
    respond(context, planning.plan(source, to, { bytes: upload.sizeBytes, options, allowLoss }));
  };
}

/** `POST /api/v1/plan` with JSON: how a file of these formats would be converted. */
export function planPair(planning: Planning, maxBytes: number) {
  return async (context: RouteContext): Promise<void> => {
    const { from, to, bytes, options, allowLoss } = await parseBody(context, PlanRequest, maxBytes);
    const values = options === undefined ? undefined : optionsObject(options);
    respond(context, planning.plan(from, to, { bytes, options: values, allowLoss: parseAllowLoss(allowLoss) }));
  };
}

function noSteps(): ServiceError {
  const message = 'A plan is one of a conversion: send "targetFormat" instead of "steps".';
  return new ServiceError({ code: 'missing_target_format', message, field: 'targetFormat' });
}

function respond(context: RouteContext, plan: Plan): void {
  const { from, to, steps, lost, gone, ms, consent, why, rejected } = plan;
  const data = { from, to, route: routeOf(steps), lost, gone, ms, consent, why, rejected };
  context.body = success(`The conversion takes ${steps.length} step${steps.length === 1 ? '' : 's'}.`, data);
}
