import type { Material } from '../model.ts';
import { quoted, short, tuple } from './notation.ts';

/** What a material is written with. */
interface Surroundings {
  readonly path: string;
  readonly name: string;
  /** Its texture in the package. */
  readonly file: string | undefined;
  readonly takesVertexColours: boolean;
}

/** The lines of a material with its `UsdPreviewSurface`, whose colour is its own, that of its texture, or of vertices. */
export function materialLines(material: Material, { path, name, file, takesVertexColours }: Surroundings): string[] {
  const { colour, metallic, roughness, emission } = material;
  const source = file === undefined ? (takesVertexColours ? 'colours' : undefined) : 'image';
  const result = source === 'image' ? 'rgb' : 'result';
  const [red, green, blue, opacity] = colour;
  return [
    `def Material "${name}" (`,
    `    displayName = ${quoted(material.name)}`,
    ...[')', '{', `    token outputs:surface.connect = <${path}/surface.outputs:surface>`],
    ...shader('surface', 'UsdPreviewSurface', [
      source
        ? `color3f inputs:diffuseColor.connect = <${path}/${source}.outputs:${result}>`
        : `color3f inputs:diffuseColor = ${tuple([red, green, blue])}`,
      ...(emission ? [`color3f inputs:emissiveColor = ${tuple(emission)}`] : []),
      ...(opacity < 1 && !takesVertexColours ? [`float inputs:opacity = ${short(opacity)}`] : []),
      `float inputs:metallic = ${short(metallic ?? 0)}`,
      `float inputs:roughness = ${short(roughness ?? 1)}`,
      'token outputs:surface',
    ]),
    ...(source === 'colours'
      ? shader('colours', 'UsdPrimvarReader_float3', [
          'string inputs:varname = "displayColor"',
          'float3 outputs:result',
        ])
      : []),
    ...(source === 'image'
      ? [
          ...shader('image', 'UsdUVTexture', [
            `asset inputs:file = @${file}@`,
            `float4 inputs:scale = ${tuple([red, green, blue, 1])}`,
            ...['wrapS', 'wrapT'].map((wrap) => `token inputs:${wrap} = "repeat"`),
            `float2 inputs:st.connect = <${path}/places.outputs:result>`,
            'float3 outputs:rgb',
          ]),
          ...shader('places', 'UsdPrimvarReader_float2', ['string inputs:varname = "st"', 'float2 outputs:result']),
        ]
      : []),
    '}',
  ];
}

function shader(name: string, id: string, lines: readonly string[]): string[] {
  return [
    `    def Shader "${name}"`,
    ...['    {', `        uniform token info:id = "${id}"`],
    ...lines.map((line) => `        ${line}`),
    '    }',
  ];
}
