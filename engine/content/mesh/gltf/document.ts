/** The parts of a glTF 2.0 document that are read and written (Khronos, 2.0.1). Indices lead into the lists of the document. */
export interface GltfDocument {
  readonly asset: { readonly version: string; readonly generator?: string };
  readonly scene?: number;
  readonly scenes?: readonly { readonly name?: string; readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly GltfNode[];
  readonly meshes?: readonly GltfMesh[];
  readonly materials?: readonly GltfMaterial[];
  readonly textures?: readonly {
    readonly source?: number;
    readonly extensions?: Readonly<Record<string, { readonly source?: number } | undefined>>;
  }[];
  readonly images?: readonly GltfImage[];
  readonly accessors?: readonly GltfAccessor[];
  readonly bufferViews?: readonly GltfBufferView[];
  readonly buffers?: readonly GltfBuffer[];
  readonly animations?: readonly GltfAnimation[];
  readonly extensionsRequired?: readonly string[];
  readonly extensionsUsed?: readonly string[];
}

export interface GltfNode {
  readonly name?: string;
  readonly children?: readonly number[];
  readonly mesh?: number;
  readonly matrix?: readonly number[];
  readonly translation?: readonly number[];
  /** A quaternion: x, y, z, w. */
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
}

export interface GltfAnimation {
  readonly name?: string;
  readonly channels?: readonly {
    readonly sampler: number;
    readonly target: { readonly node: number; readonly path: 'rotation' | 'translation' };
  }[];
  /** Accessors of moments and of values. */
  readonly samplers?: readonly { readonly input: number; readonly output: number }[];
}

export interface GltfMesh {
  readonly name?: string;
  readonly primitives: readonly GltfPrimitive[];
}

export interface GltfPrimitive {
  readonly attributes: Readonly<Record<string, number>>;
  readonly indices?: number;
  readonly material?: number;
  /** 0 points, 1 to 3 lines, their loops and strips, 4 to 6 triangles, their strips and fans; 4 where absent. */
  readonly mode?: number;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface GltfMaterial {
  readonly name?: string;
  readonly pbrMetallicRoughness?: {
    readonly baseColorFactor?: readonly number[];
    readonly baseColorTexture?: GltfTextureInfo;
    readonly metallicFactor?: number;
    readonly roughnessFactor?: number;
  };
  readonly emissiveFactor?: readonly number[];
  readonly alphaMode?: 'OPAQUE' | 'MASK' | 'BLEND';
  readonly doubleSided?: boolean;
  readonly extensions?: Readonly<Record<string, GltfMaterialExtension | undefined>>;
}

export interface GltfTextureInfo {
  readonly index: number;
  /** Number of the set of places. */
  readonly texCoord?: number;
  readonly extensions?: {
    readonly KHR_texture_transform?: {
      readonly offset?: readonly number[];
      /** Radians, against the clock. */
      readonly rotation?: number;
      readonly scale?: readonly number[];
      readonly texCoord?: number;
    };
  };
}

/** Of the older specular workflow, which programs still write (KHR_materials_pbrSpecularGlossiness). */
interface GltfMaterialExtension {
  readonly diffuseFactor?: readonly number[];
  readonly diffuseTexture?: GltfTextureInfo;
}

export interface GltfImage {
  readonly name?: string;
  readonly uri?: string;
  readonly mimeType?: string;
  readonly bufferView?: number;
}

export interface GltfAccessor {
  readonly bufferView?: number;
  readonly byteOffset?: number;
  readonly componentType: number;
  readonly normalized?: boolean;
  readonly count: number;
  readonly type: string;
  readonly min?: readonly number[];
  readonly max?: readonly number[];
  readonly sparse?: {
    readonly count: number;
    readonly indices: { readonly bufferView: number; readonly byteOffset?: number; readonly componentType: number };
    readonly values: { readonly bufferView: number; readonly byteOffset?: number };
  };
}

export interface GltfBuffer {
  readonly byteLength: number;
  readonly uri?: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface GltfBufferView {
  readonly buffer: number;
  readonly byteOffset?: number;
  readonly byteLength: number;
  readonly byteStride?: number;
  readonly target?: number;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Types of numbers. */
export const [UNSIGNED_INT, FLOAT] = [5125, 5126] as const;
export const MAGIC = 0x46546c67;
export const JSON_CHUNK = 0x4e4f534a;
export const BINARY_CHUNK = 0x004e4942;
/** What a glTF document measures in. */
export const GLTF_SPACE = { up: 'y', metres: 1 } as const;
