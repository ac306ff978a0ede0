import type { Judged, Verdict } from './verdict.ts';
import { outputOf, pythonWith } from '../native.ts';

const READABLE: ReadonlySet<string> = new Set(['ttf', 'otf', 'woff', 'woff2']);

/** Prints how many glyphs and characters a font has, and how many of its glyphs draw something. */
const DESCRIBE = `
import sys
from fontTools.ttLib import TTFont
from fontTools.pens.boundsPen import BoundsPen
font = TTFont(sys.argv[1], fontNumber=0)
glyphs = font.getGlyphSet()
def draws(name):
    pen = BoundsPen(glyphs)
    glyphs[name].draw(pen)
    return pen.bounds is not None
def characters():
    try: return len(font.getBestCmap() or {})
    except AttributeError: return 0 # a format of tables that fontTools leaves as it is
print(len(glyphs), characters(), sum(draws(name) for name in font.getGlyphOrder()))
`;

/** Where Python has fontTools, it opens the font and draws every glyph; the counts are those of a source it reads too. */
export async function judgeFont({ source, output }: Judged): Promise<Verdict | undefined> {
  const python = await pythonWith('fontTools', 'brotli');
  if (!READABLE.has(output.format) || !python) return undefined;
  const found = await outputOf(python, '-c', DESCRIBE, output.path).catch((error: unknown) => String(error));
  // Older versions do not know the bits of overlapping outlines that WOFF 2 has had since 2021.
  if (/transformed 'glyf' table/.test(found)) return undefined;
  if (!/^\d+ \d+ \d+\s*$/.test(found)) return { judge: 'fontTools', fault: `does not open: ${found.slice(-200)}` };
  if (!READABLE.has(source.format)) return { judge: 'fontTools' };
  const expected = await outputOf(python, '-c', DESCRIBE, source.path).catch(() => found);
  return found === expected
    ? { judge: 'fontTools' }
    : {
        judge: 'fontTools',
        fault: `has ${found.trim()} instead of ${expected.trim()} glyphs, characters and outlines`,
      };
}
