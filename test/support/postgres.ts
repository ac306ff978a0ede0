import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A server on which tests may create databases: `TEST_DATABASE_URL`, or the one that usually is on this machine. */
const SERVER_URL = process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';

/** Whether that server answers. Where it does not, what needs it is skipped. */
export async function postgresAnswers(): Promise<boolean> {
  return ask('select 1').then(
    () => true,
    () => false,
  );
}

export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  /** Ends every connection to it, as a restart of the server does. */
  cutConnections(): Promise<void>;
  /** How many connections run a statement that contains the text. */
  running(text: string): Promise<number>;
}

/** A fresh, empty database that is dropped with everything in it. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `athanor_test_${randomUUID().replaceAll('-', '')}`;
  await ask(`create database ${name}`);
  // What a test writes need not outlive a power cut: without this, most of its time is spent waiting for the disk.
  await ask(`alter database ${name} set synchronous_commit = off`);
  const url = new URL(SERVER_URL);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async cutConnections() {
      await ask(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    },
    running: (text) =>
      ask(
        `select pid from pg_stat_activity where datname = '${name}' and state = 'active' and strpos(query, '${text}') > 0`,
      ),
    async [Symbol.asyncDispose]() {
      await ask(`drop database ${name} with (force)`);
    },
  };
}

/** Returns the number of rows. */
async function ask(statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: SERVER_URL, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    return (await client.query(statement)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
