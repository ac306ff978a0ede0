import type { CompiledQuery, Kysely, QueryResult } from 'kysely';

class Placeholder {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

export type ValueOf<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

/**
 * Compiles a query once and runs it with different values. It is used for queries of every request, because building a
 * query takes several times as long as running it. `build` refers to each value by `value('name')`.
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
