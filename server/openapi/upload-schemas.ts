import * as z from 'zod';

/** An upload that is sent in several requests. */
export const UploadView = z
  .strictObject({
    id: z.string().meta({ description: 'What the part `upload` of a conversion names.' }),
    fileName: z.string(),
    sizeBytes: z.int(),
    offset: z.int().meta({ description: 'Bytes that have arrived.' }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Upload' });
export type UploadView = z.infer<typeof UploadView>;
