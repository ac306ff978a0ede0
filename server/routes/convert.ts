import { success } from '../envelope.ts';
import { signalOf } from '../middleware/abort-signal.ts';
import { formOf, holderOf, type RouteContext } from '../middleware/state.ts';
import { conversionView } from '../services/conversion-view.ts';
import type { Conversions } from '../services/conversions.ts';
import type { DownloadLinks } from '../services/download-links.ts';
import { quotaHeaders } from '../services/quotas.ts';
import { conversionFields } from './form-fields.ts';

export interface ConvertDependencies {
  readonly conversions: Conversions;
  readonly links: DownloadLinks;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

/** `POST /api/v1/convert`: one file in, the address of its converted form out. */
export function convert({ conversions, links, publicUrl, now }: ConvertDependencies) {
  return async (context: RouteContext): Promise<void> => {
    const { accountId, keyId } = holderOf(context);
    const { upload, fields } = formOf(context);
    const caller = { accountId, keyId, origin: 'api', signal: signalOf(context) } as const;
    const finished = await conversions.convert({ ...caller, upload, ...conversionFields(fields) });
    const { outcome, result, usage } = finished;
    const downloadUrl = publicUrl() + links.sign(outcome.resultName, outcome.expiresAt);
    const [from, to] = [result.sourceFormat.toUpperCase(), result.targetFormat.toUpperCase()];
    context.state.log.info(
      { conversionId: finished.id, from, to, ms: outcome.durationMs, bytes: outcome.outputBytes },
      'converted',
    );
    context.set(quotaHeaders(usage, now()));
    context.body = success(`The file was converted from ${from} to ${to}.`, conversionView(finished, downloadUrl));
  };
}
