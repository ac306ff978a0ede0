import type { FormatTable } from '../format.ts';

/** A model's geometry with its scene. */
const MESH = ['mesh', 'structure', 'metadata'] as const;

/** Scores, models that nothing here reads, and what people upload by mistake: named, so that a refusal can say what the file is. */
export const otherFormats = {
  skp: { name: 'SketchUp model', mime: ['application/vnd.sketchup.skp'], extensions: ['skp'], carries: MESH },
  mtl: {
    name: 'Wavefront materials',
    mime: ['model/mtl'],
    extensions: ['mtl'],
    carries: ['metadata'],
    text: /^\s*(#|newmtl )/,
  },
  exe: {
    name: 'Windows program',
    mime: ['application/vnd.microsoft.portable-executable'],
    extensions: ['exe', 'dll', 'sys'],
    carries: ['metadata'],
  },
  elf: { name: 'Unix program', mime: ['application/x-elf'], extensions: ['elf', 'so'], carries: ['metadata'] },
  macho: {
    name: 'macOS program',
    mime: ['application/x-mach-binary'],
    extensions: ['macho', 'dylib'],
    carries: ['metadata'],
  },
  wasm: { name: 'WebAssembly module', mime: ['application/wasm'], extensions: ['wasm'], carries: ['metadata'] },
  class: { name: 'Java class', mime: ['application/java-vm'], extensions: ['class'], carries: ['metadata'] },
  icc: {
    name: 'ICC colour profile',
    mime: ['application/vnd.iccprofile'],
    extensions: ['icc', 'icm'],
    carries: ['metadata'],
  },
  pgp: {
    name: 'OpenPGP message',
    mime: ['application/pgp-encrypted'],
    extensions: ['pgp', 'gpg'],
    carries: ['metadata'],
  },
  lnk: { name: 'Windows shortcut', mime: ['application/x-ms-shortcut'], extensions: ['lnk'], carries: ['metadata'] },
} as const satisfies FormatTable;
