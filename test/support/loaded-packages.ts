import { registerHooks } from 'node:module';

/** Prints, as JSON, what is loaded from elsewhere to open the store and the results that lie in a data directory. */
const loaded = new Set<string>();
registerHooks({
  resolve(specifier, context, next) {
    loaded.add(specifier);
    return next(specifier, context);
  },
});

const { openBlobs } = await import('../../server/stores/open-blobs.ts');
const { openStore } = await import('../../server/stores/open-store.ts');
const dataDir = process.argv[2]!;
const store = await openStore({ databaseUrl: undefined, dataDir });
await openBlobs({ objectStorage: undefined, dataDir }, { small: undefined, smallBytes: 0, now: Date.now });
await store.close();
process.stdout.write(JSON.stringify([...loaded]));
