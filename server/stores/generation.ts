/**
 * Counts the versions of processes that understand something that earlier ones do not, since processes of two versions
 * run side by side during an upgrade: 1 finds small files in the database, 2 leaves conversions that require a later
 * generation, 3 exports results and runs chains. Whoever raises it says in `services/requirements.ts` which conversions require it.
 */
export const GENERATION = 3;
