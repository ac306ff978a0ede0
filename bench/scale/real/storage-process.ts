import { objectStorage } from '../../../test/support/object-storage.ts';

// An object storage in a process of its own, so that its CPU time can be told from that of the load generator.
const storage = await objectStorage();
process.send!(storage.environment);
process.on('disconnect', () => void storage[Symbol.asyncDispose]().then(() => process.exit(0)));
