import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { viewOf } from '../../../io/bytes.ts';
import { openCompoundFile } from '../../../io/compound-file.ts';
import { addBlocks } from '../document-facts.ts';
import { Content } from '../text-content.ts';
import type { FactsOf } from '../facts-of.ts';
import { openPpt, readPpt } from './reader.ts';

const ENCRYPTED_TOKEN = 0xf3d1c4df;

/** Reads the facts of a presentation of PowerPoint 97–2003, slide by slide. */
export function inspectPpt(bytes: Uint8Array, { effort }: InspectRequest, context: RunContext): FactsOf {
  const file = openCompoundFile(bytes);
  if (file.read('EncryptedPackage') || isEncrypted(file.read('Current User')) || file.read('EncryptedSummary')) {
    return { depth: 'structure', features: [], encrypted: true };
  }
  const macros = file.names.some((name) => /(?:^|\/)VBA\//i.test(name)) ? ({ macros: true } as const) : {};
  const features = ['text', 'structure', 'look', 'pages'] as const;
  // What is older than PowerPoint 97 is known, and not read.
  if (!file.read('PowerPoint Document') && file.read('PP40')) return { depth: 'signature', features };
  const streams = openPpt(file);
  if (effort === 'probe') return { depth: 'structure', features: [...features, 'figures'], ...macros };
  const content = new Content(context.limits.verifiedTextChars);
  addBlocks(content, readPpt(streams).blocks);
  return { depth: 'content', features: content.features(), ...macros, document: content.document({ hasPages: true }) };
}

function isEncrypted(user: Uint8Array | undefined): boolean {
  return user !== undefined && user.byteLength >= 16 && viewOf(user).getUint32(12, true) === ENCRYPTED_TOKEN;
}
