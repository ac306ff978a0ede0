import { programPeer } from './peer.ts';

/** The fastest reader of tables that people have on their own machines. */
export const duckDb = programPeer({
  name: 'DuckDB',
  programs: ['duckdb'],
  versionArguments: ['--version'],
  banner: /^v?(\d+\.\d+\.\d+)/m,
});
