/** Decoders of geometry that is packed for the network. */
export interface GeometryDecoders {
  /** Throws `input_corrupt`, and `input_too_complex` for more than `maxTriangles`. */
  readonly draco: (bytes: Uint8Array, maxTriangles: number) => DracoGeometry;
  /** Values of one part of a buffer, `count` of `stride` bytes each. Throws `input_corrupt`. */
  readonly meshopt: (source: Uint8Array, layout: MeshoptLayout) => Uint8Array;
}

/** How meshoptimizer packed a part of a buffer (EXT_meshopt_compression). */
export interface MeshoptLayout {
  readonly count: number;
  readonly stride: number;
  readonly mode: string;
  readonly filter?: string;
}

/** What Draco unpacked. */
export interface DracoGeometry {
  readonly points: number;
  /** Three vertices a triangle; absent for a cloud of points. */
  readonly indices?: Uint32Array;
  /** The values of the attribute of this id, as numbers of a type of glTF; undefined where there is none such. */
  readonly attribute: (id: number, componentType: number) => DracoAttribute | undefined;
  /** The id of the first attribute of a meaning; undefined where there is none. */
  readonly idOf: (meaning: 'POSITION' | 'NORMAL' | 'COLOR' | 'TEX_COORD') => number | undefined;
  /** Nothing of it may be used afterwards. */
  readonly close: () => void;
}

export interface DracoAttribute {
  /** Numbers of one value. */
  readonly size: number;
  /** Of all points, one after the other, little endian. */
  readonly bytes: Uint8Array;
}
