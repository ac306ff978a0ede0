import * as vega from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { ConversionError } from '../../contract/errors.ts';

/**
 * A chart is a program: a few characters of it can ask for arrays and texts of any length. One that does not fit into the
 * memory of its worker at once ends the process and not only the worker, so lengths are compared before they are made.
 * What takes its time only is ended by the deadline.
 */
const MOST_VALUES = 1_000_000;
/** Characters of one text. */
const MOST_CHARACTERS = 1_000_000;
/** A number in a format that no text of a chart is as wide as. */
const WIDTH = /\d{4}/;

/** Cells of a grid. */
const MOST_CELLS = 16_000_000;

type Parameters = Readonly<Record<string, unknown>>;
type Callable = (this: unknown, ...args: unknown[]) => unknown;

/** Transforms that draw an image of the marks in order to place them, which only a browser does. */
const IN_BROWSERS = ['wordcloud', 'label', 'heatmap'] as const;

/** By transform, what its parameters make of nothing. Others make what their input has. */
const BOUNDS: Readonly<Record<string, (parameters: Parameters) => void>> = {
  sequence: ({ start, stop, step = 1 }) => checkRange(start, stop, step),
  quantile: ({ step = 1 }) => checkRange(0, 1, step),
  graticule: (parameters) => {
    const steps = [parameters['step'], parameters['stepMinor'], parameters['stepMajor']].flat();
    for (const step of steps) if (step !== undefined) checkRange(0, 360, step);
  },
  scale: ({ bins, schemeCount }) => {
    if (isRange(bins)) checkRange(bins['start'], bins['stop'], bins['step']);
    checkCount(schemeCount);
  },
  axisticks: ({ count }) => checkCount(count),
  legendentries: ({ count }) => checkCount(count),
  density: checkSteps,
  kde: checkSteps,
  kde2d: checkCells,
  contour: checkCells,
  ...Object.fromEntries(IN_BROWSERS.map((name) => [name, () => refuseTransform(name)])),
};

function refuseTransform(name: string): never {
  const message = `The chart uses the transform ${name}, which needs a browser. Leave it out, or draw the chart in a browser.`;
  throw new ConversionError({ code: 'unsupported_conversion', message, details: { transform: name } });
}

function checkSteps({ steps, minsteps, maxsteps }: Parameters): void {
  for (const count of [steps, minsteps, maxsteps]) checkCount(count);
}

function checkCells({ size }: Parameters): void {
  if (Array.isArray(size) && Number(size[0]) * Number(size[1]) > MOST_CELLS) throw tooMany('cells', MOST_CELLS);
}

/** Sets the bounds, once for all charts of a thread. */
export function boundVega(): void {
  const transforms = vega.transforms as unknown as Readonly<
    Record<string, { readonly prototype: { transform: Callable } } | undefined>
  >;
  for (const [name, check] of Object.entries(BOUNDS)) {
    const { prototype } = transforms[name]!;
    const { transform } = prototype;
    prototype.transform = function (parameters, ...rest) {
      check(parameters as Parameters);
      return transform.call(this, parameters, ...rest);
    };
  }
  boundFunction('sequence', (start, stop, step) =>
    stop === undefined ? checkRange(0, start, 1) : checkRange(start, stop, step ?? 1),
  );
  boundFunction('pad', (_text, length) => checkCharacters(length));
  boundFunction('replace', (text, _pattern, by) => checkCharacters(lengthOf(text) * (lengthOf(by) + 1)));
  boundFunction('join', (texts, by) => checkCharacters(lengthOf(texts) * (lengthOf(by ?? ',') + 1)));
  boundFunction('gradient', (_scale, _from, _to, count) => checkCount(count));
}

function boundFunction(name: string, check: (...args: readonly unknown[]) => void): void {
  const original = vega.expressionFunction(name) as Callable;
  vega.expressionFunction(name, function (this: unknown, ...args: unknown[]) {
    check(...args);
    return original.apply(this, args);
  });
}

function isRange(value: unknown): value is Parameters {
  return typeof value === 'object' && value !== null && 'step' in value;
}

function checkRange(start: unknown, stop: unknown, step: unknown): void {
  checkCount(Math.abs((Number(stop) - Number(start)) / Number(step)));
}

function checkCount(count: unknown): void {
  if (Number(count) > MOST_VALUES) throw tooMany('values', MOST_VALUES);
}

function checkCharacters(length: unknown): void {
  if (Number(length) > MOST_CHARACTERS) throw tooMany('characters in one text', MOST_CHARACTERS);
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : String(value).length;
}

/** The library's interpreter, which gives on no text that has grown too long. */
export const boundedInterpreter: typeof expressionInterpreter = {
  ...expressionInterpreter,
  operator: (...args: unknown[]) => checked(expressionInterpreter.operator as Callable, args),
  parameter: (...args: unknown[]) => checked(expressionInterpreter.parameter as Callable, args),
  encode: (...args: unknown[]) => {
    const encode = (expressionInterpreter.encode as Callable)(...args) as Callable;
    return (item: Parameters, parameters: unknown) => {
      const changed = encode(item, parameters);
      for (const name in item) if (typeof item[name] === 'string') checkCharacters(item[name].length);
      return changed;
    };
  },
};

function checked(parse: Callable, args: readonly unknown[]): Callable {
  const evaluate = parse(...args) as Callable;
  return (...given) => {
    const value = evaluate(...given);
    if (typeof value === 'string') checkCharacters(value.length);
    return value;
  };
}

/** Formats of numbers with a width, which are filled up to it. */
export function boundFormats(view: vega.View): void {
  const { locale } = view as unknown as { locale(changed?: object): Record<string, Callable> };
  const known = locale.call(view);
  const bounded = ['format', 'formatPrefix', 'formatFloat', 'formatSpan'].map((name) => {
    const format: Callable = (...args) => {
      if (args.some((arg) => typeof arg === 'string' && WIDTH.test(arg)))
        throw tooMany('characters in one text', MOST_CHARACTERS);
      return known[name]!(...args);
    };
    return [name, format];
  });
  locale.call(view, { ...known, ...Object.fromEntries(bounded) });
}

function tooMany(what: string, allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The chart makes more than ${allowed.toLocaleString('en')} ${what}. Let it show fewer.`,
    details: { limit: 'values', allowed },
  });
}
