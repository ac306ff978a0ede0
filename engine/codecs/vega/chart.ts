import * as vega from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { isHarmlessLink, warnOfLinks, warnOfOutsideImages } from '../../content/drawing/links.ts';
import { boundedInterpreter, boundFormats, boundVega } from './bounds.ts';
import { textWidth } from './text-width.ts';

/** Where `random()` begins: a chart is drawn the same whenever it is drawn. */
const SEED = 1;

// Nothing measures text here: what the library assumes without a canvas is half as wide again as text is.
vega.textMetrics.width = textWidth;
boundVega();

/** A chart whose data flow has run: everything that it shows has its place. */
export class Chart implements Disposable {
  readonly #view: vega.View;
  readonly #droppedImages: ReadonlySet<string>;
  readonly #droppedLinks: ReadonlySet<string>;

  private constructor(view: vega.View, { droppedImages, droppedLinks }: ClosedLoader) {
    this.#view = view;
    this.#droppedImages = droppedImages;
    this.#droppedLinks = droppedLinks;
  }

  /** Throws where the spec is wrong, loads anything, or shows nothing. */
  static async run(spec: object): Promise<Chart> {
    const loader = new ClosedLoader();
    let failure: unknown;
    vega.setRandom(vega.randomLCG(SEED));
    const view = explained(
      () =>
        new vega.View(vega.parse(spec as vega.Spec, undefined, { ast: true }), {
          expr: boundedInterpreter,
          renderer: 'none',
          loader,
          logger: loggerOf((error) => (failure ??= error)),
        }),
    );
    boundFormats(view);
    const chart = new Chart(view, loader);
    try {
      await view.runAsync();
      // What fails while the data flow is told to the logger alone.
      const refusal = loader.refusal ?? failure ?? (chart.shown.marks === 0 ? noMarks() : undefined);
      if (refusal) throw refusal;
      return chart;
    } catch (error) {
      view.finalize();
      throw wrongSpec(error);
    }
  }

  /** What it shows, by its scene and not by its spec. */
  get shown(): Shown {
    return surveyScene((this.#view.scenegraph() as unknown as { root: SceneItem }).root);
  }

  async draw(context: RunContext): Promise<string> {
    const svg = await this.#view.toSVG();
    if (this.#droppedImages.size > 0) warnOfOutsideImages('chart', context);
    warnOfLinks('chart', this.#droppedLinks.size, context);
    return `${svg}\n`;
  }

  [Symbol.dispose](): void {
    this.#view.finalize();
  }
}

/** Loads nothing: addresses of data are refused, those of images left out. */
class ClosedLoader implements vega.Loader {
  readonly options = {};
  readonly droppedImages = new Set<string>();
  readonly droppedLinks = new Set<string>();
  refusal: ConversionError | undefined;

  load(): Promise<string> {
    this.refusal = new ConversionError({
      code: 'unsupported_conversion',
      message:
        'The chart loads its data from an address, and nothing is fetched. Write the data into the chart itself, as values.',
    });
    return Promise.reject(this.refusal);
  }

  async sanitize(uri: string, { context }: { readonly context?: string } = {}): Promise<{ href: string }> {
    if (context === 'image') {
      if (/^data:image\//i.test(uri)) return { href: uri };
      this.droppedImages.add(uri);
    } else {
      if (isHarmlessLink(uri)) return { href: uri };
      this.droppedLinks.add(uri);
    }
    return { href: '' };
  }

  http(): Promise<string> {
    return this.load();
  }

  file(): Promise<string> {
    return this.load();
  }
}

interface Shown {
  /** Its labels, one a line. */
  readonly text: string;
  readonly links: number;
  /** What is drawn for data, without axes, legends and titles. */
  readonly marks: number;
}

/** A mark with its items, or an item that has marks: only what is read here. */
interface SceneItem {
  readonly marktype?: string;
  readonly role?: string;
  readonly items?: readonly SceneItem[];
  readonly text?: unknown;
  readonly href?: string;
  readonly opacity?: number;
  readonly angle?: number;
  readonly limit?: number;
}

function surveyScene(root: SceneItem): Shown {
  const texts: string[] = [];
  let [links, marks] = [0, 0];
  const visit = (mark: SceneItem): void => {
    for (const item of mark.items ?? []) {
      if (item.href) links++;
      if (mark.marktype === 'group') for (const inner of item.items ?? []) visit(inner);
      else if (mark.role === 'mark') marks++;
      if (mark.marktype === 'text' && isRead(item)) texts.push(textOf(item));
    }
  };
  visit(root);
  return { text: texts.filter((text) => text !== '').join('\n'), links, marks };
}

/** Readers of drawings take no slanted text, and what is cut off has another end. */
function isRead(item: SceneItem): boolean {
  const { opacity = 1, angle = 0, limit = 0 } = item;
  return opacity > 0 && angle % 90 === 0 && !(limit > 0 && textWidth(item, textOf(item)) >= limit);
}

function textOf({ text }: SceneItem): string {
  if (text === undefined || text === null) return '';
  return Array.isArray(text) ? text.join('\n') : String(text);
}

/** The spec as JSON says it; its schema decides nothing, the format does. */
export function parseSpec(json: string): object {
  const spec: unknown = explained(() => JSON.parse(json));
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec)) throw wrongSpec();
  return spec;
}

export function compileLite(spec: object): object {
  return explained(() => compile(spec as TopLevelSpec, { logger: loggerOf(() => undefined) }).spec);
}

/** A logger that tells the errors and nothing else. */
function loggerOf(onError: (error: unknown) => void): vega.LoggerInterface {
  const logger = {
    level: () => logger,
    error: (error: unknown) => {
      onError(error);
      return logger;
    },
    warn: () => logger,
    info: () => logger,
    debug: () => logger,
  } as unknown as vega.LoggerInterface;
  return logger;
}

/** The libraries tell of a wrong spec by whatever fails first. */
function explained<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw wrongSpec(error);
  }
}

function wrongSpec(cause?: unknown): ConversionError {
  if (cause instanceof ConversionError) return cause;
  const message =
    'The chart is no correct specification of Vega or Vega-Lite. Check it in an editor of Vega, which names the mistake.';
  return new ConversionError({ code: 'input_corrupt', message }, { cause });
}

function noMarks(): ConversionError {
  const message =
    'The chart shows nothing: there is no mark in it. Check that its data have rows, and that its marks take them.';
  return new ConversionError({ code: 'input_corrupt', message });
}
