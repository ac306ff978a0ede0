import { AthanorClient } from '../../../client/index.ts';

/** The service of this page, as the signed-in user. */
export const service = new AthanorClient({ url: location.origin });

/** The same, for uploads of several requests: it goes on where a connection broke off. */
export const patientService = new AthanorClient({ url: location.origin, retries: 5 });

/** A link of the service with the host of this page: the service may know itself under another name. */
export function sameOrigin(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
