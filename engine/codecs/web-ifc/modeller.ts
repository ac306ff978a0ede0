import { IfcAPI, type FlatMesh } from 'web-ifc';
import type { CompiledModule } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { corruptMesh, tooComplex } from '../../content/mesh/failures.ts';
import type { Geometry, PlacedBody } from '../../content/mesh/ifc/scene.ts';
import type { Limits } from '../../contract/limits.ts';
import { instantiatorOf } from '../../io/emscripten.ts';

/** Whole circles have 24 sides; places are left as they are, however far from the origin. */
const SETTINGS = { COORDINATE_TO_ORIGIN: false, CIRCLE_SEGMENTS: 24 } as const;
const LOG_NOTHING = 6;

export interface Bodies {
  readonly bodies: readonly PlacedBody[];
  readonly geometries: ReadonlyMap<number, Geometry>;
}

/** The library, which builds the bodies of a building as triangles. */
export class Modeller {
  readonly #api: IfcAPI;

  private constructor(api: IfcAPI) {
    this.#api = api;
  }

  static async start(binary: CompiledModule): Promise<Modeller> {
    const api = new IfcAPI();
    await withInstantiator(instantiatorOf(binary), () => api.Init(undefined, true));
    api.SetLogLevel(LOG_NOTHING);
    return new Modeller(api);
  }

  /** In metres with y up. Throws `input_corrupt` and `input_too_complex`. */
  read(bytes: Uint8Array, limits: Pick<Limits, 'triangles'>): Bodies {
    let model: number | undefined;
    try {
      model = this.#api.OpenModel(bytes, SETTINGS);
      if (model < 0) throw unreadable();
      return this.#bodiesOf(model, limits);
    } catch (error) {
      throw error instanceof ConversionError ? error : unreadable(error);
    } finally {
      if (model !== undefined && model >= 0) this.#api.CloseModel(model);
    }
  }

  #bodiesOf(model: number, limits: Pick<Limits, 'triangles'>): Bodies {
    const bodies: PlacedBody[] = [];
    const geometries = new Map<number, Geometry>();
    let triangles = 0;
    this.#api.StreamAllMeshes(model, (mesh) => {
      // Nothing may be thrown through the library: what is too much is told below.
      if (triangles > limits.triangles) return;
      for (const body of placedBodies(mesh)) {
        const known = geometries.get(body.geometry);
        const geometry = known ?? this.#geometryOf(model, body.geometry);
        triangles += geometry.indices.length / 3;
        if (geometry.indices.length === 0) continue;
        geometries.set(body.geometry, geometry);
        bodies.push(body);
      }
    });
    if (triangles > limits.triangles) throw tooComplex('triangles', limits.triangles, triangles);
    for (const { positions } of geometries.values())
      if (!positions.every(Number.isFinite)) throw corruptMesh('a vertex has a place that is no number');
    return { bodies, geometries };
  }

  /** Six numbers a vertex: its place and its normal. */
  #geometryOf(model: number, id: number): Geometry {
    const native = this.#api.GetGeometry(model, id);
    try {
      const vertices = this.#api.GetVertexArray(native.GetVertexData(), native.GetVertexDataSize());
      const indices = this.#api.GetIndexArray(native.GetIndexData(), native.GetIndexDataSize()).slice();
      const positions = new Float64Array(vertices.length / 2);
      const normals = new Float32Array(vertices.length / 2);
      for (let from = 0, to = 0; from < vertices.length; from += 6, to += 3) {
        positions.set(vertices.subarray(from, from + 3), to);
        normals.set(vertices.subarray(from + 3, from + 6), to);
      }
      return { positions, normals, indices };
    } finally {
      native.delete();
    }
  }
}

function placedBodies({ expressID, geometries }: FlatMesh): PlacedBody[] {
  return Array.from({ length: geometries.size() }, (_, index) => {
    const { color, geometryExpressID, flatTransformation } = geometries.get(index);
    return {
      id: expressID,
      geometry: geometryExpressID,
      colour: [color.x, color.y, color.z, color.w],
      transform: Float64Array.from(flatTransformation),
    };
  });
}

/**
 * The library hands no options to its glue, which looks for this one all the same, before it first waits: it is a property of
 * every object for as long.
 */
async function withInstantiator(
  instantiateWasm: ReturnType<typeof instantiatorOf>,
  start: () => Promise<void>,
): Promise<void> {
  // oxlint-disable-next-line no-extend-native -- until the library has found it
  Object.defineProperty(Object.prototype, 'instantiateWasm', { configurable: true, value: instantiateWasm });
  let started: Promise<void>;
  try {
    started = start();
  } finally {
    Reflect.deleteProperty(Object.prototype, 'instantiateWasm');
  }
  await started;
}

/** After a fault of the library nobody knows what is in its memory. */
function unreadable(cause?: unknown): ConversionError {
  return new ConversionError(
    {
      code: 'input_corrupt',
      message:
        'The building cannot be read: the IFC file is damaged, or of a version that is not read. Export it again as IFC 2x3 or IFC 4.',
      ...(cause !== undefined && { discardWorker: true }),
    },
    { cause },
  );
}
