import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program is on the path; undefined where it is not installed. */
export function programPath(program: string): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  return places.find((place) => existsSync(place));
}
