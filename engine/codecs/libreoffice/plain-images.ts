import type { FormatId } from '../../formats/index.ts';
import type { Limits } from '../../contract/limits.ts';
import { openZip } from '../../io/zip.ts';
import { replaceEntries } from '../../content/document/ooxml/package.ts';

/** Formats whose writers keep an image only as it came: those of OpenDocument encode it again, and pages are drawn. */
const UNENCODED: ReadonlySet<FormatId> = new Set(['doc', 'docx', 'rtf', 'xls', 'xlsx', 'ppt', 'pptx']);
/** Parts of packages by ECMA-376 in which images are shown. */
const SHOWING =
  /^(?:word\/(?:document|header\d*|footer\d*)|xl\/drawings\/drawing\d*|ppt\/(?:slides|slideLayouts|slideMasters)\/[^/]+)\.xml$/;
const BLIP = /<a:blip\b[^>]*(?<!\/)>.*?<\/a:blip>/gs;
/** Changes of colours that LibreOffice makes to the pixels themselves (ECMA-376 20.1.8). */
const EFFECT = /<a:(clrChange|duotone|lum)\b(?:[^>]*\/>|[^>]*>.*?<\/a:\1>)/gs;

interface PlainImages {
  readonly document: Uint8Array;
  /** How many images have lost what changed their colours. */
  readonly changed: number;
}

/**
 * An office package whose images have the colours of their files, for formats in which LibreOffice's build for
 * WebAssembly writes nothing of an image that it would have to encode.
 */
export function withPlainImages(document: Uint8Array, to: FormatId, limits: Limits): PlainImages {
  if (!UNENCODED.has(to)) return { document, changed: 0 };
  const zip = openZip(document, limits);
  const replacements = new Map<string, Uint8Array>();
  let changed = 0;
  for (const entry of zip.entries.filter(({ name }) => SHOWING.test(name))) {
    const source = new TextDecoder().decode(zip.read(entry));
    const plain = source.replace(BLIP, (blip) => {
      const bare = blip.replace(EFFECT, '');
      if (bare !== blip) changed++;
      return bare;
    });
    if (plain !== source) replacements.set(entry.name, new TextEncoder().encode(plain));
  }
  return { document: changed === 0 ? document : replaceEntries(zip, replacements), changed };
}
