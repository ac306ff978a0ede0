/** How the glue of Emscripten starts with a module that the process has compiled, and says nothing on the console. */
export function quietStart(module: object) {
  return { instantiateWasm: instantiatorOf(module), print: () => undefined, printErr: () => undefined };
}

/** How the glue of Emscripten gets an instance: of a module that the process has compiled already. */
export function instantiatorOf(
  module: object,
): (
  imports: WebAssembly.Imports,
  succeed: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
) => WebAssembly.Exports {
  const compiled = module as WebAssembly.Module;
  return (imports, succeed) => {
    const instance = new WebAssembly.Instance(compiled, imports);
    succeed(instance, compiled);
    return instance.exports;
  };
}
