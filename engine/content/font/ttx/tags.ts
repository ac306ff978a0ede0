/** Names of tables as names of elements, where a tag holds characters that XML names do not. */

const PLAIN = /^[A-Za-z_][A-Za-z_0-9]*$/;

export function elementNameOf(tag: string): string {
  if (tag === 'OS/2') return 'OS_2';
  const name = tag.trimEnd();
  return PLAIN.test(name) ? name : escapedTag(tag);
}

/** Two characters for each of the tag: `a` is `_a`, `A` is `A_`, others are hexadecimal. */
function escapedTag(tag: string): string {
  const escaped = [...tag].map((char) => {
    if (/[a-z0-9]/.test(char)) return `_${char}`;
    if (/[A-Z]/.test(char)) return `${char}_`;
    return char.charCodeAt(0).toString(16).padStart(2, '0');
  });
  const name = escaped.join('');
  return /^\d/.test(name) ? `_${name}` : name;
}

/** The tag that an element stands for; undefined for a name that stands for none. */
export function tagOfElement(name: string): string | undefined {
  if (name === 'OS_2') return 'OS/2';
  if (name.length <= 4) return name.padEnd(4, ' ');
  const escaped = name.length % 2 === 1 && name.startsWith('_') ? name.slice(1) : name;
  if (escaped.length !== 8) return undefined;
  const chars = escaped.match(/../g)!.map((pair) => {
    if (pair.startsWith('_')) return pair[1]!;
    if (pair.endsWith('_')) return pair[0]!;
    return String.fromCharCode(parseInt(pair, 16) || 0x20);
  });
  return chars.join('');
}
