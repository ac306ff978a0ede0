import type { ChainPlan, Plan } from '../../engine/index.ts';
import { success } from '../envelope.ts';
import { ServiceError } from '../errors.ts';
import { signalOf } from '../middleware/abort-signal.ts';
import { parseBody } from '../middleware/json-body.ts';
import { formOf, type RouteContext } from '../middleware/state.ts';
import { PlanRequest } from '../openapi/catalogue-schemas.ts';
import { routeOf } from '../services/route.ts';
import type { Planning } from '../services/planning.ts';
import { besideSteps, conversionFields, optionsObject, parseAllowLoss, parseSteps } from './form-fields.ts';

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
    const { from, to, steps, bytes, options, allowLoss } = await parseBody(context, PlanRequest, maxBytes);
    if (steps) {
      const besides = Object.entries({ to, options, allowLoss }).find(([, value]) => value !== undefined);
      if (besides) throw besideSteps(besides[0]);
      return respondWithChain(context, planning.planChain([from].flat(), parseSteps(steps)));
    }
    if (to === undefined || typeof from !== 'string') throw onePair();
    const values = options === undefined ? undefined : optionsObject(options);
    return respond(context, planning.plan(from, to, { bytes, options: values, allowLoss: parseAllowLoss(allowLoss) }));
  };
}

function respondWithChain(context: RouteContext, { to, steps, ms }: ChainPlan): void {
  const planned = steps.map((step) => ({ ...step, route: routeOf(step.route) }));
  const data = {
    ...{ from: steps[0]!.from[0]!, to: to[0]!, ms, steps: planned, why: 'It follows the steps.', rejected: [] },
    route: planned.flatMap(({ route }) => route),
    lost: [...new Set(planned.flatMap(({ lost }) => lost))],
    gone: [...new Set(planned.flatMap(({ gone }) => gone))],
  };
  context.body = success(`The chain takes ${steps.length} step${steps.length === 1 ? '' : 's'}.`, data);
}

function onePair(): ServiceError {
  const message = 'Expected one format as "from", and either one as "to" or a list of "steps".';
  return new ServiceError({ code: 'malformed_request', message, field: 'to' });
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
