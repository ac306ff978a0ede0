import MathJax from 'mathjax';
import { ConversionError } from '../../contract/errors.ts';
import { escapeXmlAttribute } from '../../io/xml.ts';

/** What a formula becomes. */
interface MathTypesetter {
  /** A drawing that needs no font. */
  drawing(tex: string): Promise<string>;
  mathml(tex: string): Promise<string>;
}

/**
 * Packages of TeX macros. Not among them: `require` and `autoload`, which load others while a formula is read, and
 * `html`, which makes links and styles; `mhchem` draws with a font that is in another package.
 */
const PACKAGES = [
  ...['ams', 'amscd', 'begingroup', 'boldsymbol', 'braket', 'cancel', 'cases', 'centernot', 'color'],
  ...['enclose', 'extpfeil', 'gensymb', 'mathtools', 'newcommand', 'textcomp', 'textmacros', 'unicode', 'upgreek'],
];
/** Pixels of the drawing for each `ex` that MathJax measures in: letters of 16 pixels. */
const PX_PER_EX = 8;

/** What a formula defines is forgotten before the next one. */
const SANDBOX = String.raw`\begingroupSandbox `;

interface MathJaxInstance {
  tex2svgPromise(tex: string, options: { readonly display: boolean }): Promise<unknown>;
  tex2mmlPromise(tex: string, options: { readonly display: boolean }): Promise<string>;
  texReset(): void;
  readonly startup: { readonly adaptor: { outerHTML(node: unknown): string }; getComponents(): void };
}

/** Starts MathJax once for this thread, with the fonts of its own package. */
export async function startMathJax(): Promise<MathTypesetter> {
  const mathJax = (await MathJax.init({
    loader: {
      load: ['input/tex-base', ...PACKAGES.map((name) => `[tex]/${name}`), 'output/svg', 'adaptors/liteDOM'],
    },
    output: { font: 'mathjax-newcm' },
    svg: { fontCache: 'none' },
    tex: {
      packages: ['base', ...PACKAGES],
      begingroup: { allowGlobal: [] },
      formatError(_jax: unknown, error: unknown) {
        throw error;
      },
    },
  })) as MathJaxInstance;

  async function set<T>(work: () => Promise<T>): Promise<T> {
    mathJax.texReset(); // labels of an earlier formula
    try {
      return await work();
    } catch (error) {
      mathJax.startup.getComponents(); // an interrupted formula leaves its groups open: begin again
      throw explained(error);
    }
  }

  return {
    drawing: (tex) =>
      set(async () =>
        asFile(mathJax.startup.adaptor.outerHTML(await mathJax.tex2svgPromise(SANDBOX + tex, { display: true })), tex),
      ),
    mathml: (tex) => set(async () => withoutNotes(await mathJax.tex2mmlPromise(SANDBOX + tex, { display: true }))),
  };
}

/** MathJax notes for its own menus which part of the formula became what. */
function withoutNotes(markup: string): string {
  return markup.replaceAll(/ data-[\w-]+="[^"]*"/g, '');
}

/** White space around the drawing in thousandths of an em: strokes and italic letters reach over their boxes. */
const MARGIN = 120;
/** MathJax's fonts have letters without ascenders of this height. */
const UNITS_PER_EX = 442;

/** The drawing out of its container, with a size in pixels. */
function asFile(container: string, tex: string): string {
  const svg = container.slice(container.indexOf('<svg'), container.lastIndexOf('</svg>') + '</svg>'.length);
  const box = /viewBox="([^"]*)"/.exec(svg)?.[1]?.split(' ').map(Number) ?? [];
  const [left = 0, top = 0, width = 0, height = 0] = box;
  const attributes = [
    'xmlns="http://www.w3.org/2000/svg"',
    'role="img"',
    `aria-label="${escapeXmlAttribute(tex.replaceAll(/\s+/g, ' '))}"`,
    `width="${pixels(width + 2 * MARGIN)}" height="${pixels(height + 2 * MARGIN)}"`,
    `viewBox="${left - MARGIN} ${top - MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}"`,
  ];
  return `${withoutNotes(svg).replace(/<svg [^>]*>/, () => `<svg ${attributes.join(' ')}>`)}\n`;
}

function pixels(units: number): number {
  return Math.round((units / UNITS_PER_EX) * PX_PER_EX * 100) / 100;
}

/** What MathJax throws of a formula: no Error, but with an id such as `MissingCloseBrace`. */
function isOfFormula(error: unknown): error is { readonly id: string; readonly message: string } {
  if (typeof error !== 'object' || error === null || !('id' in error) || !('message' in error)) return false;
  return typeof error.id === 'string' && typeof error.message === 'string';
}

function explained(error: unknown): unknown {
  if (!isOfFormula(error)) return error;
  return new ConversionError(
    {
      code: 'input_corrupt',
      message: `The formula is not correct TeX: ${error.message.replace(/\.$/, '')}. Correct it, or define what it uses with \\newcommand.`,
      details: { problem: error.id },
    },
    { cause: error },
  );
}
