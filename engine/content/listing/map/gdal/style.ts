/* How the library describes the look of a feature (OGR feature style specification): tools such as `PEN(c:#ff0000,w:2px)`. */

/** The column of a query that has it. */
export const STYLE = 'OGR_STYLE';

const TOOL = /\b(\w+)\(((?:[^"()]|"(?:[^"\\]|\\.)*")*)\)/g;
const PARAMETER = /(\w+):(?:"((?:[^"\\]|\\.)*)"|([^,]*))/g;

/** The parameters of each tool by their names. */
export type Style = ReadonlyMap<string, ReadonlyMap<string, string>>;

export function styleOf(text: string): Style {
  return new Map([...text.matchAll(TOOL)].map(([, tool, inside]) => [tool!.toUpperCase(), parametersOf(inside!)]));
}

function parametersOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(PARAMETER)].map(([, name, quoted, plain]) => [
      name!,
      quoted === undefined ? plain!.trim() : quoted.replaceAll(/\\(.)/g, '$1'),
    ]),
  );
}
