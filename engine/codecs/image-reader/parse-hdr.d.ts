declare module 'parse-hdr' {
  /** Reads a Radiance image: `data` is light in four floats a pixel. Throws an Error for what is damaged. */
  export default function parseHdr(file: Uint8Array): {
    readonly shape: readonly [width: number, height: number];
    readonly data: Float32Array;
  };
}
