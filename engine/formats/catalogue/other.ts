import type { FormatTable } from '../format.ts';

/** A model's geometry with its scene. */
const MESH = ['mesh', 'structure', 'metadata'] as const;

/** Models, scores, and what people upload by mistake: named, so that a refusal can say what the file is. */
export const otherFormats = {
  obj: { name: 'Wavefront OBJ', mime: ['model/obj'], extensions: ['obj'], carries: MESH },
  stl: { name: 'Stereolithography mesh', mime: ['model/stl'], extensions: ['stl'], carries: MESH },
  ply: { name: 'Polygon File Format', mime: ['model/x-ply'], extensions: ['ply'], carries: MESH },
  off: { name: 'Object File Format', mime: ['model/x-off'], extensions: ['off'], carries: MESH },
  glb: { name: 'Binary glTF', mime: ['model/gltf-binary'], extensions: ['glb', 'vrm'], carries: MESH },
  gltf: { name: 'glTF', mime: ['model/gltf+json'], extensions: ['gltf'], carries: MESH },
  usdz: {
    name: 'Universal Scene Description archive',
    mime: ['model/vnd.usdz+zip'],
    extensions: ['usdz'],
    carries: MESH,
  },
  '3ds': { name: '3D Studio', mime: ['image/x-3ds'], extensions: ['3ds'], carries: MESH },
  fbx: { name: 'Autodesk FBX', mime: ['application/x-fbx'], extensions: ['fbx'], carries: MESH },
  dae: { name: 'COLLADA', mime: ['model/vnd.collada+xml'], extensions: ['dae'], carries: MESH },
  zae: { name: 'Compressed COLLADA', mime: ['model/vnd.collada+xml+zip'], extensions: ['zae'], carries: MESH },
  blend: { name: 'Blender file', mime: ['application/x-blender'], extensions: ['blend'], carries: MESH },
  lwo: { name: 'LightWave object', mime: ['image/x-lwo'], extensions: ['lwo'], carries: MESH },
  x: { name: 'DirectX mesh', mime: ['model/x-directx'], extensions: ['x'], carries: MESH },
  x3d: { name: 'X3D', mime: ['model/x3d+xml'], extensions: ['x3d'], carries: MESH },
  wrl: { name: 'VRML', mime: ['model/vrml'], extensions: ['wrl', 'vrml'], carries: MESH },
  '3mf': { name: '3D Manufacturing Format', mime: ['model/3mf'], extensions: ['3mf'], carries: MESH },
  amf: { name: 'Additive Manufacturing Format', mime: ['application/x-amf'], extensions: ['amf'], carries: MESH },
  drc: { name: 'Draco mesh', mime: ['application/x-draco'], extensions: ['drc'], carries: MESH },
  step: { name: 'STEP', mime: ['model/step'], extensions: ['step', 'stp'], carries: MESH },
  iges: { name: 'IGES', mime: ['model/iges'], extensions: ['iges', 'igs'], carries: MESH },
  skp: { name: 'SketchUp model', mime: ['application/vnd.sketchup.skp'], extensions: ['skp'], carries: MESH },
  musicxml: {
    name: 'MusicXML',
    mime: ['application/vnd.recordare.musicxml+xml'],
    extensions: ['musicxml'],
    carries: ['records', 'structure', 'text', 'metadata'],
  },
  mxl: {
    name: 'Compressed MusicXML',
    mime: ['application/vnd.recordare.musicxml'],
    extensions: ['mxl'],
    carries: ['records', 'structure', 'text', 'metadata'],
  },
  mei: {
    name: 'Music Encoding Initiative',
    mime: ['application/mei+xml'],
    extensions: ['mei'],
    carries: ['records', 'structure', 'text', 'metadata'],
  },
  abc: {
    name: 'ABC notation',
    mime: ['text/vnd.abc'],
    extensions: ['abc'],
    carries: ['records', 'structure', 'text', 'metadata'],
  },
  exe: {
    name: 'Windows program',
    mime: ['application/vnd.microsoft.portable-executable'],
    extensions: ['exe', 'dll', 'sys'],
    carries: ['metadata'],
  },
  elf: { name: 'Unix program', mime: ['application/x-elf'], extensions: ['elf', 'so'], carries: ['metadata'] },
  macho: {
    name: 'macOS program',
    mime: ['application/x-mach-binary'],
    extensions: ['macho', 'dylib'],
    carries: ['metadata'],
  },
  wasm: { name: 'WebAssembly module', mime: ['application/wasm'], extensions: ['wasm'], carries: ['metadata'] },
  class: { name: 'Java class', mime: ['application/java-vm'], extensions: ['class'], carries: ['metadata'] },
  icc: {
    name: 'ICC colour profile',
    mime: ['application/vnd.iccprofile'],
    extensions: ['icc', 'icm'],
    carries: ['metadata'],
  },
  pgp: {
    name: 'OpenPGP message',
    mime: ['application/pgp-encrypted'],
    extensions: ['pgp', 'gpg'],
    carries: ['metadata'],
  },
  lnk: { name: 'Windows shortcut', mime: ['application/x-ms-shortcut'], extensions: ['lnk'], carries: ['metadata'] },
  torrent: {
    name: 'BitTorrent metadata',
    mime: ['application/x-bittorrent'],
    extensions: ['torrent'],
    carries: ['metadata'],
  },
} as const satisfies FormatTable;
