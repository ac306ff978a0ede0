/**
 * Which language a source file is in, by its extension, as the highlighter calls it. Languages whose files are formats
 * of their own here (HTML, JSON, Markdown, TeX …) are not among them.
 */
export const LANGUAGE_OF_EXTENSION = {
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'jsx',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  css: 'css',
  scss: 'scss',
  sass: 'sass',
  less: 'less',
  py: 'python',
  pyi: 'python',
  rb: 'ruby',
  php: 'php',
  pl: 'perl',
  pm: 'perl',
  lua: 'lua',
  r: 'r',
  jl: 'julia',
  sh: 'shellscript',
  bash: 'shellscript',
  zsh: 'shellscript',
  fish: 'fish',
  ps1: 'powershell',
  bat: 'bat',
  cmd: 'bat',
  c: 'c',
  h: 'c',
  cpp: 'cpp',
  cc: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
  cs: 'csharp',
  java: 'java',
  kt: 'kotlin',
  kts: 'kotlin',
  scala: 'scala',
  groovy: 'groovy',
  go: 'go',
  rs: 'rust',
  swift: 'swift',
  dart: 'dart',
  zig: 'zig',
  nim: 'nim',
  d: 'd',
  hs: 'haskell',
  ml: 'ocaml',
  fs: 'fsharp',
  clj: 'clojure',
  lisp: 'common-lisp',
  scm: 'scheme',
  erl: 'erlang',
  ex: 'elixir',
  exs: 'elixir',
  f90: 'fortran-free-form',
  pas: 'pascal',
  ada: 'ada',
  adb: 'ada',
  asm: 'asm',
  sql: 'sql',
  graphql: 'graphql',
  proto: 'proto',
  diff: 'diff',
  patch: 'diff',
  dockerfile: 'docker',
  mk: 'make',
  cmake: 'cmake',
  tf: 'terraform',
  nix: 'nix',
  vim: 'viml',
  el: 'emacs-lisp',
  glsl: 'glsl',
  wgsl: 'wgsl',
  sol: 'solidity',
  vhd: 'vhdl',
  vb: 'vb',
} as const satisfies Readonly<Record<string, string>>;

export type ProgrammingLanguage = (typeof LANGUAGE_OF_EXTENSION)[keyof typeof LANGUAGE_OF_EXTENSION];

/** Extensions of source files; what has no extension of its own is called `.code`. */
export const CODE_EXTENSIONS: readonly [string, ...string[]] = ['code', ...Object.keys(LANGUAGE_OF_EXTENSION)];

/** The language of a file name or of what a caller calls it (`py`, `python`), if it is known. */
export function languageNamed(name: string): ProgrammingLanguage | undefined {
  const key = name.trim().toLowerCase();
  if (Object.hasOwn(LANGUAGE_OF_EXTENSION, key))
    return LANGUAGE_OF_EXTENSION[key as keyof typeof LANGUAGE_OF_EXTENSION];
  return Object.values(LANGUAGE_OF_EXTENSION).find((language) => language === key);
}
