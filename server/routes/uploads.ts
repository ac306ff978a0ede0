import { success } from '../envelope.ts';
import { ServiceError } from '../errors.ts';
import { callerOf, type RequestContext, type RequestMiddleware, type RouteContext } from '../middleware/state.ts';
import { fileTooLarge } from '../middleware/upload-guard.ts';
import type { UploadView } from '../openapi/upload-schemas.ts';
import { safeFileName } from '../services/file-name.ts';
import type { ResumableUpload, ResumableUploads } from '../services/resumable-uploads.ts';

const VERSION = '1.0.0';
const BODY_TYPE = 'application/offset+octet-stream';

export interface UploadRoutesDependencies {
  readonly resumable: ResumableUploads;
  readonly publicUrl: () => string;
  readonly limits: { readonly fileBytes: number; readonly resumableBytes: number };
}

/** Refuses other versions of the protocol. A program that only reads need not speak it. */
export function requireTus(): RequestMiddleware {
  return async (context, next) => {
    context.set('Tus-Resumable', VERSION);
    const asked = context.get('Tus-Resumable');
    if (asked !== VERSION && !(context.method === 'GET' && asked === '')) throw otherVersion();
    await next();
  };
}

/** `/api/v1/uploads`: the tus protocol for uploads that can be resumed. https://tus.io/protocols/resumable-upload */
export function uploadRoutes({ resumable, publicUrl, limits }: UploadRoutesDependencies) {
  const addressOf = (id: string): string => `${publicUrl()}/api/v1/uploads/${id}`;
  const idOf = (context: RouteContext): string => context.params['id']!;

  function answerWith(context: RouteContext, upload: ResumableUpload): void {
    context.set({
      ...{ 'Upload-Offset': String(upload.offset), 'Upload-Length': String(upload.sizeBytes) },
      'Upload-Expires': new Date(upload.expiresAt).toUTCString(),
      'Cache-Control': 'no-store',
    });
  }

  return {
    capabilities: async (context: RouteContext): Promise<void> => {
      context.set({
        ...{ 'Tus-Resumable': VERSION, 'Tus-Version': VERSION, 'Tus-Extension': 'creation,expiration,termination' },
        'Tus-Max-Size': String(limits.resumableBytes),
      });
      context.status = 204;
    },

    create: async (context: RouteContext): Promise<void> => {
      const { accountId, tier } = callerOf(context);
      const sizeBytes = numberIn(context, 'Upload-Length');
      if (sizeBytes === 0)
        throw new ServiceError({
          code: 'empty_file',
          message: 'An upload has at least one byte.',
          field: 'Upload-Length',
        });
      const maxBytes = tier.maxFileBytes ?? limits.fileBytes;
      if (sizeBytes > maxBytes) throw fileTooLarge(maxBytes, 'Upload-Length');
      const fileName = fileNameIn(context.get('Upload-Metadata'));
      const upload = await resumable.create(accountId, { fileName, sizeBytes });
      answerWith(context, upload);
      context.set('Location', addressOf(upload.id));
      context.status = 201;
      context.body = success('The upload was created. Send its bytes by PATCH.', viewOf(upload));
    },

    show: async (context: RouteContext): Promise<void> => {
      const { accountId } = callerOf(context);
      // Who asks by HEAD means to go on elsewhere: a request that hangs would move the offset afterwards.
      if (context.method === 'HEAD') await resumable.interrupt(accountId, idOf(context));
      const upload = await resumable.find(accountId, idOf(context));
      answerWith(context, upload);
      context.body = success(`${upload.offset} of ${upload.sizeBytes} bytes have arrived.`, viewOf(upload));
    },

    append: async (context: RouteContext): Promise<void> => {
      const { accountId } = callerOf(context);
      if (!context.is(BODY_TYPE)) throw otherBody();
      const offset = numberIn(context, 'Upload-Offset');
      if (context.get('Expect') !== '') context.res.writeContinue();
      await resumable.append(accountId, idOf(context), { offset, stream: context.req });
      answerWith(context, await resumable.find(accountId, idOf(context)));
      context.status = 204;
    },

    remove: async (context: RouteContext): Promise<void> => {
      await resumable.remove(callerOf(context).accountId, idOf(context));
      context.status = 204;
    },
  };
}

function viewOf({ id, fileName, sizeBytes, offset, expiresAt }: ResumableUpload): UploadView {
  return { id, fileName, sizeBytes, offset, expiresAt: new Date(expiresAt).toISOString() };
}

function numberIn(context: RequestContext, header: string): number {
  const text = context.get(header);
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const message = `Expected a number of bytes in the header ${header}, but received ${JSON.stringify(text.slice(0, 64))}.`;
  throw new ServiceError({ code: 'malformed_request', message, field: header });
}

/** The value of `filename`, in Base64, among pairs that are separated by commas. */
function fileNameIn(metadata: string): string {
  const pairs = metadata.split(',').map((pair) => pair.trim().split(' '));
  const [, value = ''] = pairs.find(([name]) => name === 'filename') ?? [];
  return safeFileName(Buffer.from(value, 'base64').toString('utf8'));
}

function otherVersion(): ServiceError {
  const message = `Expected the header Tus-Resumable: ${VERSION}. Other versions of the tus protocol are not known.`;
  const headers = { 'Tus-Version': VERSION };
  return new ServiceError({ code: 'unsupported_tus_version', message, field: 'Tus-Resumable', headers });
}

function otherBody(): ServiceError {
  const message = `Expected a body of the type ${BODY_TYPE}: the bytes of the file from Upload-Offset on.`;
  return new ServiceError({ code: 'unsupported_media_type', message });
}
