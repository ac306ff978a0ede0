import { AthanorClient } from '../../../client/index.ts';

/** The service that this page comes from, in the name of whoever is signed in. */
export const service = new AthanorClient({ url: location.origin });

/** A link of the service as the page reaches it: the service may know itself under another name. */
export function sameOrigin(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
