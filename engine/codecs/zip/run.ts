import type { Step, InspectRequest, RunContext, Runner } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { decodeText } from '../../io/text-encoding.ts';
import { openZip, type ZipArchive } from '../../io/zip.ts';
import { HIDDEN } from '../../content/archive/comic.ts';
import { safeContents } from '../../content/archive/contents.ts';
import { NATURAL_ORDER } from '../../content/archive/entry-names.ts';
import { emptyArchive } from '../../content/archive/errors.ts';
import { archiveFactsOf, factsOf } from '../../content/archive/facts.ts';
import { findTextFolder } from '../../content/archive/text-folder.ts';
import { isPlainZip, readZip } from '../../content/archive/zip/reader.ts';
import type { Facts } from '../../contract/facts.ts';

export default function createRunner(): Runner {
  return {
    inspect,
    convert: ([archive], step, context) =>
      step.edge === 'text' ? textIn(archive!, context) : unpack(archive!, step, context),
  };
}

/** Every file of an archive, in the order of their names, as what it is called; what it is shows its content. */
function unpack(archive: Artifact, step: Step, context: RunContext): Artifact[] {
  const { entries, read } = openZip(context.bytes(archive), context.limits);
  const files = entries.filter(
    ({ isDirectory, name, expandedBytes }) => !isDirectory && expandedBytes > 0 && !HIDDEN.test(name),
  );
  if (files.length === 0) throw emptyArchive();
  return files
    .sort((a, b) => NATURAL_ORDER.compare(a.name, b.name))
    .map((entry) => {
      context.signal.throwIfAborted();
      const output = context.create(entry.name.slice(entry.name.lastIndexOf('/') + 1), step.to);
      output.write(read(entry), 0);
      return output.finish();
    });
}

/** The text that the archive is about, with what lies beside it; the archive itself where there is none. */
function textIn(archive: Artifact, context: RunContext): Artifact[] {
  const zip = readZip(openZip(context.bytes(archive), context.limits));
  const files = safeContents(zip, context.bytes(archive).byteLength, context).filter(({ kind }) => kind === 'file');
  const byPath = new Map(files.map((file) => [file.path, file]));
  const contentOf = (path: string): Uint8Array => byPath.get(path)!.content();
  const found = findTextFolder([...byPath.keys()], archive.name, (path) => decodeText(contentOf(path)).text);
  if (!found) return [archive];
  const beside = new Map(Array.from(found.beside, ([name, path]) => [name, contentOf(path)]));
  const name = found.path.slice(found.path.lastIndexOf('/') + 1);
  return [{ name, format: archive.format, bytes: contentOf(found.path), beside }];
}

function inspect(artifact: Artifact, request: InspectRequest, context: RunContext): Facts {
  const bytes = context.bytes(artifact);
  const archive = openZip(bytes, context.limits);
  const isChecked = request.effort !== 'probe' && checkSums(archive);
  const silent = { ...context, warn: () => {} }; // who converts it warns
  const raw = readZip(archive);
  const archiveFacts = archiveFactsOf(safeContents(raw, bytes.byteLength, silent), { sums: 'stated', raw });
  return {
    ...factsOf({
      format: artifact.format,
      sizeBytes: bytes.byteLength,
      reader: 'zip',
      depth: isChecked ? 'content' : 'structure',
      archive: archiveFacts,
    }),
    encrypted: archive.entries.some(({ encrypted }) => encrypted),
  };
}

/** Expands every entry against its CRC-32; says whether all of them can be. */
function checkSums(archive: ZipArchive): boolean {
  if (!isPlainZip(archive)) return false;
  for (const entry of archive.entries) if (!entry.isDirectory) archive.read(entry);
  return true;
}
