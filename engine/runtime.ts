/** Stops with a clear message on a Node that cannot run TypeScript sources directly. */
export function requireSupportedNode(): void {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24) return;
  process.stderr.write(
    `Athanor needs Node 24 or newer, and this is ${process.version}. ` +
      'From a checkout run it by its npm scripts: they use the Node that `npm ci` installed.\n',
  );
  process.exit(1);
}
