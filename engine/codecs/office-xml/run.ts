import type { CreateRunner, InspectRequest, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { decryptOffice } from '../../content/document/encryption/index.ts';
import type { Facts } from '../../contract/facts.ts';
import { READERS } from './readers.ts';

const createRunner: CreateRunner = () => ({ inspect });

export default createRunner;

async function inspect(artifact: Artifact, request: InspectRequest, context: RunContext): Promise<Facts> {
  const { format } = artifact;
  const { password } = request;
  const source = context.bytes(artifact);
  // Without a password it is a fact that the file has one.
  const bytes = password === undefined ? source : decryptOffice(source, password, context.limits);
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  const reader = READERS.find(({ formats }) => formats.includes(format));
  if (!reader) throw new Error(`No reader of office files reads ${format}.`);
  const read = await reader.load();
  return {
    format,
    sizeBytes: source.byteLength,
    reader: 'office-xml',
    ...(await read(bytes, request, context, format)),
  };
}
