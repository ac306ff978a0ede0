import { gzip, sevenZip, zstandard } from './archivers.ts';
import { cwebp } from './cwebp.ts';
import { duckDb } from './duckdb.ts';
import { ffmpeg } from './ffmpeg.ts';
import { fontForge, fontTools } from './font-tools.ts';
import { imageMagick } from './imagemagick.ts';
import { libreOffice } from './libreoffice.ts';
import { pandoc } from './pandoc.ts';
import type { InstalledPeer, NativePeer } from './peer.ts';
import { pdftotext } from './poppler.ts';
import { python } from './python.ts';
import { vipsthumbnail } from './vips.ts';

const PEERS: readonly NativePeer[] = [
  cwebp,
  duckDb,
  ffmpeg,
  fontForge,
  fontTools,
  gzip,
  imageMagick,
  libreOffice,
  pandoc,
  pdftotext,
  python,
  sevenZip,
  vipsthumbnail,
  zstandard,
];

/** Those of the peers that are installed on this machine, with their versions. */
export async function installedPeers(): Promise<InstalledPeer[]> {
  const found: InstalledPeer[] = [];
  for (const peer of PEERS) {
    const installed = await peer.find();
    if (installed) found.push(installed);
  }
  return found;
}
