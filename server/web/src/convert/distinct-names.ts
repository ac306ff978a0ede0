/** Makes names unique by a number: `a.pdf`, `a (2).pdf`. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let distinct = name;
    for (let number = 2; taken.has(distinct); number++) distinct = `${stem} (${number})${extension}`;
    taken.add(distinct);
    return distinct;
  });
}
