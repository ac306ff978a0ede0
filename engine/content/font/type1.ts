import { openTypeOf } from './bare-font.ts';
import { Bounds } from './bounds.ts';
import { cffTable } from './cff-table.ts';
import { CharstringPen } from './charstring-pen.ts';
import type { Sfnt } from './sfnt.ts';
import { drawType1 } from './type1-charstring.ts';
import { readType1 } from './type1-file.ts';

/** A PostScript Type 1 font as OpenType: the same outlines in a CFF table, with the tables that it lacks around it. */
export function readType1Font(file: Uint8Array, signal: AbortSignal): Sfnt {
  const program = readType1(file);
  const { header, charstrings } = program;
  const glyphNames = ['.notdef', ...[...charstrings.keys()].filter((name) => name !== '.notdef')];
  const bounds = new Bounds();
  const leftBearings: number[] = [];
  const widths: number[] = [];
  const pen = new CharstringPen();
  const encoded: Uint8Array[] = [];
  for (const [glyph, name] of glyphNames.entries()) {
    if (glyph % 64 === 0) signal.throwIfAborted();
    const code = charstrings.get(name) ?? new Uint8Array();
    // The advance comes before the outline, and is known only when both have been read.
    pen.begin(undefined);
    widths.push(Math.round(drawType1(program, code, pen)));
    pen.finish();
    pen.begin(widths[glyph]!);
    drawType1(program, code, pen);
    encoded.push(pen.finish());
    bounds.addBox(pen.bounds);
    leftBearings.push(pen.bounds.isEmpty ? 0 : pen.bounds.xMin);
  }
  const [postScriptName, unitsPerEm] = [nameIn(header) ?? 'Untitled', unitsPerEmOf(header)];
  const familyName = stringIn(header, 'FamilyName') ?? postScriptName;
  const fullName = stringIn(header, 'FullName') ?? familyName;
  // Every width is written out, as a difference from nothing.
  const shared = { postScriptName, familyName, fullName, unitsPerEm, glyphNames, bounds };
  return openTypeOf({
    ...shared,
    codes: encodingIn(header),
    cff: cffTable({ ...shared, usualWidth: 0, charstrings: encoded }),
    weight: stringIn(header, 'Weight') ?? '',
    italicAngle: Number(/\/ItalicAngle\s+(-?[\d.]+)/.exec(header)?.[1] ?? 0) || 0,
    isFixedPitch: /\/isFixedPitch\s+true/.test(header),
    widths,
    leftBearings,
  });
}

function nameIn(header: string): string | undefined {
  return /\/FontName\s*\/(\S+)/.exec(header)?.[1];
}

/** The code of each glyph in an encoding of the font's own: `dup 33 /a1 put` (Adobe Type 1 Font Format, 2.2). */
function encodingIn(header: string): Map<string, number> {
  const codes = new Map<string, number>();
  for (const [, code, name] of header.matchAll(/\bdup\s+(\d{1,3})\s*\/(\S+)\s+put\b/g))
    if (Number(code) < 256 && !codes.has(name!)) codes.set(name!, Number(code));
  return codes;
}

function stringIn(header: string, key: string): string | undefined {
  const text = new RegExp(String.raw`/${key}\s*\(([^()]{0,200})\)`).exec(header)?.[1];
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

function unitsPerEmOf(header: string): number {
  const scale = Number(/\/FontMatrix\s*\[\s*([-+.\deE]+)/.exec(header)?.[1] ?? 0.001);
  return scale > 0 ? Math.round(1 / scale) : 1000;
}
