import type { OpenApi } from './interface.ts';

/** The interface as the service describes itself. */
export async function loadInterface(): Promise<OpenApi> {
  const response = await fetch('/openapi.json');
  return (await response.json()) as OpenApi;
}
