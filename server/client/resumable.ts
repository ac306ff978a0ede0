import type { UploadView } from '../openapi/upload-schemas.ts';
import { AthanorError } from './errors.ts';
import type { UploadedFile } from './requests.ts';
import type { Transport } from './transport.ts';

export interface ResumableOptions {
  /** Bytes of one request; what a broken connection may cost. Default: 16 MiB. */
  readonly chunkBytes?: number;
  readonly signal?: AbortSignal;
  /** Receives 0 to 1 after each request. */
  readonly onUpload?: (fraction: number) => void;
}

interface Sending extends ResumableOptions {
  /** How often in succession it goes on elsewhere than expected. */
  readonly retries: number;
}

const PATH = '/api/v1/uploads';
const DEFAULT_CHUNK_BYTES = 16 * 1024 * 1024;
const TUS = { 'Tus-Resumable': '1.0.0' };

/** Sends a file in several requests by the tus protocol. After a failure it goes on with what the service has not got. */
export async function sendInParts(
  transport: Transport,
  { name, content }: { readonly name: string; readonly content: Blob },
  { retries, chunkBytes = DEFAULT_CHUNK_BYTES, signal, onUpload }: Sending,
): Promise<UploadedFile> {
  const announced = { 'Upload-Length': String(content.size), 'Upload-Metadata': `filename ${base64(name)}` };
  const created = { method: 'POST', headers: { ...TUS, ...announced }, signal };
  const { id } = await transport.call<UploadView>(PATH, created);
  const path = `${PATH}/${id}`;
  let failures = 0;
  for (let offset = 0; offset < content.size;) {
    const body = content.slice(offset, offset + chunkBytes);
    const placed = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
    try {
      await transport.request(path, { method: 'PATCH', body, headers: { ...TUS, ...placed }, signal });
      offset += body.size;
      failures = 0;
    } catch (error) {
      // A request that broke off has brought a part of its bytes.
      if (!(error instanceof AthanorError) || error.code !== 'upload_conflict' || ++failures > retries) throw error;
      ({ offset } = await transport.call<UploadView>(path, { headers: TUS, signal }));
    }
    onUpload?.(offset / content.size);
  }
  return { upload: id };
}

export async function deleteSent(transport: Transport, id: string): Promise<void> {
  await transport.request(`${PATH}/${encodeURIComponent(id)}`, { method: 'DELETE', headers: TUS });
}

/** `btoa` takes bytes only. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
