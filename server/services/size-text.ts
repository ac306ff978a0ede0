/** `50 MB (52,428,800 bytes)`: a limit as the interface states it, and exactly. */
export function sizeText(bytes: number): string {
  const exact = `${bytes.toLocaleString('en-US')} bytes`;
  const megabytes = bytes / 1024 ** 2;
  return megabytes < 1 ? exact : `${Number(megabytes.toFixed(1))} MB (${exact})`;
}
