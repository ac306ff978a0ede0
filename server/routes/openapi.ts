import { type OpenApiDocument, openApiDocument } from '../openapi/document.ts';
import type { RouteContext } from '../middleware/state.ts';

/** `GET /openapi.json`: the OpenAPI document. */
export function showOpenApi(publicUrl: () => string, version: string) {
  let document: OpenApiDocument | undefined;
  return async (context: RouteContext): Promise<void> => {
    document ??= openApiDocument(publicUrl(), version);
    context.set('Cache-Control', 'public, max-age=300');
    context.body = document;
  };
}
