declare module 'draco3d/draco_encoder_nodejs.js' {
  interface EncoderObject {
    readonly ptr: number;
  }

  interface Encoder extends EncoderObject {
    SetEncodingMethod(method: number): void;
    SetAttributeQuantization(meaning: number, bits: number): void;
    EncodeMeshToDracoBuffer(mesh: EncoderObject, output: EncoderObject): number;
  }

  interface MeshBuilder extends EncoderObject {
    AddFacesToMesh(mesh: EncoderObject, faces: number, indices: Uint32Array): void;
    AddFloatAttributeToMesh(
      mesh: EncoderObject,
      meaning: number,
      vertices: number,
      size: number,
      values: Float32Array,
    ): number;
  }

  interface EncoderModule {
    readonly MESH_SEQUENTIAL_ENCODING: number;
    readonly POSITION: number;
    readonly NORMAL: number;
    readonly COLOR: number;
    readonly TEX_COORD: number;
    readonly GENERIC: number;
    readonly Encoder: new () => Encoder;
    readonly MeshBuilder: new () => MeshBuilder;
    readonly Mesh: new () => EncoderObject;
    readonly DracoInt8Array: new () => EncoderObject & { GetValue(at: number): number };
    destroy(object: EncoderObject): void;
  }

  export default function startEncoder(): Promise<EncoderModule>;
}
