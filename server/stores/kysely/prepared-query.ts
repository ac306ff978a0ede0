import type { CompiledQuery, Kysely, QueryResult } from 'kysely';

class Placeholder {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

export type ValueOf<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

/**
 * A query that is compiled once and run with other values each time: for every request's queries, because building a
 * query costs several times what running it does. `build` takes each value by `value('name')`.
 */
export function prepareQuery<Values extends object, Row>(
  build: (value: ValueOf<Values>) => CompiledQuery<Row>,
): (database: Pick<Kysely<never>, 'executeQuery'>, values: Values) => Promise<QueryResult<Row>> {
  const compiled = build((name) => new Placeholder(name) as never);
  return (database, values) =>
    database.executeQuery<Row>({
      ...compiled,
      parameters: compiled.parameters.map((parameter) =>
        parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
      ),
    });
}
