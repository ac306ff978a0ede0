import { create as contentDisposition } from 'content-disposition';
import type { RouteContext } from '../middleware/state.ts';
import { type Download, type Downloads, rangeOf } from '../services/downloads.ts';

/** `GET|HEAD /d/{id}.{ext}?e=&k=&s=`: the converted file, for anybody with the link, for one hour. */
export function download(downloads: Downloads, idleMs: number) {
  return async (context: RouteContext): Promise<void> => {
    await sendDownload(context, await downloads.open(context.params.name!, context.query), idleMs);
  };
}

/** Sends a result with headers that make an untrusted file safe for browsers; closes its blob. */
export async function sendDownload(context: RouteContext, found: Download, idleMs: number): Promise<void> {
  try {
    describe(context, found);
    context.status = 200;
    if (context.fresh) context.status = 304;
    else send(context, found);
  } finally {
    // The stream closes the blob itself.
    if (!isStream(context.body)) await found.blob.close();
  }
  context.res.setTimeout(idleMs, () => context.res.destroy());
}

/** Results contain what strangers uploaded: a browser must save them, and never run them on our origin. */
function describe(context: RouteContext, { fileName, mimeType, etag }: Download): void {
  context.set({
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Cache-Control': 'private, no-transform, max-age=0, must-revalidate',
    'Content-Disposition': contentDisposition(fileName, { type: 'attachment' }),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'same-site',
  });
  context.type = mimeType;
}

function send(context: RouteContext, { blob, mimeType, etag }: Download): void {
  const ifRange = context.get('If-Range');
  const wanted = ifRange === '' || ifRange === etag ? rangeOf(context.get('Range'), blob.sizeBytes) : undefined;
  if (wanted === 'unsatisfiable') {
    context.body = ''; // null would turn the status into 204
    context.status = 416;
    context.set('Content-Range', `bytes */${blob.sizeBytes}`);
    return;
  }
  const { start, end } = wanted ?? { start: 0, end: blob.sizeBytes - 1 };
  if (wanted) {
    context.status = 206;
    context.set('Content-Range', `bytes ${start}-${end}/${blob.sizeBytes}`);
  }
  context.body = context.method === 'HEAD' || blob.sizeBytes === 0 ? '' : blob.stream({ start, end });
  // Koa derives type and length from the body.
  context.type = mimeType;
  context.length = end - start + 1;
}

function isStream(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'pipe' in body;
}
