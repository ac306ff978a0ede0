import type { Limits } from '../../contract/limits.ts';

/**
 * ImageMagick's policy: nothing is allowed but the coders that this codec names, no delegates, no filters, no files,
 * and its own limits on top of ours. It is read once, when the library starts.
 * https://imagemagick.org/script/security-policy.php
 */
export function securityPolicy(read: readonly string[], write: readonly string[], limits: Limits): string {
  const both = read.filter((coder) => write.includes(coder));
  const rules = [
    rule('delegate', 'rights="none" pattern="*"'),
    rule('filter', 'rights="none" pattern="*"'),
    rule('path', 'rights="none" pattern="@*"'),
    rule('path', 'rights="none" pattern="|*"'),
    rule('coder', 'rights="none" pattern="*"'),
    rule('coder', `rights="read" pattern="${alternatives(read)}"`),
    rule('coder', `rights="write" pattern="${alternatives(write)}"`),
    rule('coder', `rights="read | write" pattern="${alternatives(both)}"`),
    rule('resource', `name="width" value="${limits.sidePixels}P"`),
    rule('resource', `name="height" value="${limits.sidePixels}P"`),
    rule('resource', `name="area" value="${limits.pixels}P"`),
    rule('resource', `name="memory" value="${PIXEL_MEMORY}"`),
    rule('resource', 'name="map" value="0"'),
    rule('resource', 'name="disk" value="0"'), // a file in memory, outside the ceiling of the module
    rule('resource', `name="list-length" value="${limits.frames}"`),
  ];
  return `<policymap>\n${rules.join('\n')}\n</policymap>`;
}

/** Pixels that the library may hold at once: below the ceiling of the module, so that it fails by itself. */
const PIXEL_MEMORY = '1536MiB';

function rule(domain: string, rest: string): string {
  return `<policy domain="${domain}" ${rest}/>`;
}

function alternatives(coders: readonly string[]): string {
  for (const coder of coders) if (!/^[A-Z0-9-]+$/.test(coder)) throw new Error(`${coder} is not the name of a coder.`);
  return `{${coders.join(',')}}`;
}
