import type { OpenApi } from './interface.ts';

/** Loads the OpenAPI document of the service. */
export async function loadInterface(): Promise<OpenApi> {
  const response = await fetch('/openapi.json');
  return (await response.json()) as OpenApi;
}
