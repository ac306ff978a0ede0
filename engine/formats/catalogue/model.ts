import type { FormatTable } from '../format.ts';

/** Geometry alone. */
const GEOMETRY = ['mesh'] as const;
/** With the colours of its vertices. */
const COLOURED = ['mesh', 'look'] as const;
/** With materials, textures, and objects that have places of their own. */
const SCENE = ['mesh', 'look', 'figures', 'structure'] as const;
const MOVING = [...SCENE, 'animation'] as const;

/** Triangles, lines and points in space, and scenes of them. */
export const modelFormats = {
  stl: { name: 'Stereolithography mesh', mime: ['model/stl'], extensions: ['stl'], carries: GEOMETRY, text: /solid/ },
  obj: {
    name: 'Wavefront OBJ',
    mime: ['model/obj'],
    extensions: ['obj'],
    carries: SCENE,
    text: 'any',
    namesFiles: true,
  },
  ply: { name: 'Polygon File Format', mime: ['model/x-ply'], extensions: ['ply'], carries: COLOURED },
  off: { name: 'Object File Format', mime: ['model/x-off'], extensions: ['off'], carries: COLOURED, text: 'any' },
  glb: { name: 'Binary glTF', mime: ['model/gltf-binary'], extensions: ['glb', 'vrm'], carries: MOVING },
  gltf: {
    name: 'glTF',
    mime: ['model/gltf+json'],
    extensions: ['gltf'],
    carries: MOVING,
    text: /^\s*([[{"\d/-]|true|false|null)/,
    isAlso: ['json', 'yaml', 'json5'],
    namesFiles: true,
  },
  '3mf': { name: '3D Manufacturing Format', mime: ['model/3mf'], extensions: ['3mf'], carries: SCENE, isAlso: ['zip'] },
  amf: {
    name: 'Additive Manufacturing Format',
    mime: ['application/x-amf'],
    extensions: ['amf'],
    carries: ['mesh', 'look', 'structure'],
    text: /^\s*</,
    isAlso: ['xml'],
  },
  x3d: {
    name: 'X3D',
    mime: ['model/x3d+xml'],
    extensions: ['x3d'],
    carries: SCENE,
    text: /^\s*</,
    isAlso: ['xml'],
    namesFiles: true,
  },
  wrl: { name: 'VRML', mime: ['model/vrml'], extensions: ['wrl', 'vrml'], carries: SCENE, namesFiles: true },
  dae: {
    name: 'COLLADA',
    mime: ['model/vnd.collada+xml'],
    extensions: ['dae'],
    carries: MOVING,
    text: /^\s*</,
    isAlso: ['xml'],
    namesFiles: true,
  },
  zae: {
    name: 'Compressed COLLADA',
    mime: ['model/vnd.collada+xml+zip'],
    extensions: ['zae'],
    carries: MOVING,
    isAlso: ['zip'],
  },
  fbx: { name: 'Autodesk FBX', mime: ['application/x-fbx'], extensions: ['fbx'], carries: MOVING },
  '3ds': { name: '3D Studio', mime: ['image/x-3ds'], extensions: ['3ds'], carries: MOVING },
  blend: { name: 'Blender file', mime: ['application/x-blender'], extensions: ['blend'], carries: MOVING },
  lwo: { name: 'LightWave object', mime: ['image/x-lwo'], extensions: ['lwo'], carries: SCENE },
  x: { name: 'DirectX mesh', mime: ['model/x-directx'], extensions: ['x'], carries: MOVING },
} as const satisfies FormatTable;
