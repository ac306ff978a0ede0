import type { HistoryView } from '../../../openapi/conversion-schemas.ts';

/** What was found when the letter of the first page was converted from PDF to DOCX. */
export type SampleReport = Pick<HistoryView, 'report' | 'route' | 'warnings'>;

/** Null where the website was built without it. */
export async function loadSample(): Promise<SampleReport | null> {
  const answer = await fetch('/sample/report.json').catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as SampleReport) : null;
}
