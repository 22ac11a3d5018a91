import { kindOf } from '../../../support/dialects.ts';
import type { ServerName } from '../../../support/servers.ts';

/** Differences between databases that affect predictions. */
export interface Store {
  readonly server: ServerName;
  /** Supports list columns. */
  readonly lists: boolean;
  /** Supports NaN and infinities. */
  readonly infinities: boolean;
  /** Supports deferred constraints. */
  readonly defersConstraints: boolean;
  /** True if ON DELETE SET NULL works within one table; otherwise the row is not deleted. */
  readonly selfReferencesSetNull: boolean;
  readonly cascadesRunTriggers: boolean;
  /** True if triggers run once per statement, after constraints and views. */
  readonly triggersComeLast: boolean;
  /** True if new rows with required keys are inserted one by one. */
  readonly insertsEach: boolean;
  /** True if views have the defaults of their tables. */
  readonly viewsKeepDefaults: boolean;
  /** True if a default UUID is a hash of its number instead of containing it. */
  readonly hashesUuids: boolean;
  /** True if there is a UUID type with a default; otherwise UUIDs are explicit strings. */
  readonly makesUuids: boolean;
  /** True if JSON may be a string, number, or boolean. */
  readonly jsonScalars: boolean;
  /** True if JSON fractions are doubles. */
  readonly roundsJson: boolean;
  /** GraphQL name of the enum, from its own name or its column. */
  readonly enumType: string;
  /** True if explicit keys advance the number generator, and NULL takes the next number. */
  readonly autoIncrement: boolean;
  /** True if a view accepts a key that the database generates. Other stores reject the key, or do not offer it. */
  readonly numbersOfViews: 'taken' | 'refused' | 'not offered';
  /** True if rows with explicit numbers are inserted first. */
  readonly numbersLast: boolean;
  /** True if a new row can only reference earlier rows and itself. */
  readonly refersBackwards: boolean;
  /** True if times may exceed a day: `25:00:00`. */
  readonly timesBeyondADay: boolean;
  /** Supports collections over REST. */
  readonly collections: boolean;
  /** Scale of a decimal type that requires one. */
  readonly decimalScale?: number;
}

/** Common to MariaDB and MySQL. */
const family = {
  lists: false,
  infinities: false,
  defersConstraints: false,
  cascadesRunTriggers: false,
  viewsKeepDefaults: true,
  hashesUuids: false,
  selfReferencesSetNull: true,
  triggersComeLast: false,
  insertsEach: false,
  jsonScalars: true,
  numbersOfViews: 'taken',
  timesBeyondADay: true,
  autoIncrement: true,
  refersBackwards: true,
  enumType: 'CustomersGrade',
  decimalScale: 3,
} satisfies Partial<Store>;

const stores: Readonly<Record<ServerName, Store>> = {
  postgres: {
    server: 'postgres',
    lists: true,
    infinities: true,
    defersConstraints: true,
    cascadesRunTriggers: true,
    viewsKeepDefaults: false,
    hashesUuids: true,
    makesUuids: true,
    selfReferencesSetNull: true,
    triggersComeLast: false,
    insertsEach: false,
    jsonScalars: true,
    numbersOfViews: 'taken',
    roundsJson: false,
    timesBeyondADay: false,
    autoIncrement: false,
    numbersLast: false,
    refersBackwards: false,
    enumType: 'Grade',
    collections: true,
  },
  mariadb: {
    ...family,
    server: 'mariadb',
    makesUuids: true,
    roundsJson: false,
    numbersLast: false,
    collections: kindOf('mariadb').capabilities.connections,
  },
  mysql: {
    ...family,
    server: 'mysql',
    makesUuids: false,
    roundsJson: true,
    numbersLast: true,
    collections: kindOf('mysql').capabilities.connections,
  },
  sqlserver: {
    server: 'sqlserver',
    lists: false,
    infinities: false,
    defersConstraints: false,
    selfReferencesSetNull: false,
    cascadesRunTriggers: true,
    triggersComeLast: true,
    insertsEach: true,
    viewsKeepDefaults: false,
    hashesUuids: false,
    makesUuids: true,
    jsonScalars: false,
    roundsJson: false,
    timesBeyondADay: false,
    autoIncrement: false,
    numbersOfViews: 'not offered',
    numbersLast: false,
    refersBackwards: false,
    enumType: 'CustomersGrade',
    decimalScale: 3,
    collections: kindOf('sqlserver').capabilities.connections,
  },
};

let chosen: Store = stores.postgres;

/**
 * Selects the store before the rest of the model is loaded.
 * @param isBabelfish whether SQL Server is Babelfish for PostgreSQL, whose catalog does not report identity columns of
 * views
 */
export function selectStore(server: ServerName, isBabelfish = false): void {
  chosen = { ...stores[server], ...(isBabelfish && server === 'sqlserver' && { numbersOfViews: 'refused' }) };
}

export const store = (): Store => chosen;
