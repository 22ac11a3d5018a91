import { kindOf } from '../../../support/dialects.ts';
import type { ServerName } from '../../../support/servers.ts';

/** What databases do differently, of all that the model foretells. */
export interface Store {
  readonly server: ServerName;
  /** Columns that are lists. */
  readonly lists: boolean;
  /** Floating point numbers that are none, or infinite. */
  readonly infinities: boolean;
  /** Constraints that wait for the end of the transaction. */
  readonly defersConstraints: boolean;
  /** What refers to a row of its own table is set to NULL with it; else the row stays. */
  readonly selfReferencesSetNull: boolean;
  /** Rows that a foreign key changes or deletes have their triggers run. */
  readonly cascadesRunTriggers: boolean;
  /** Triggers change rows once constraints and views have looked at them, and run once for all rows of a statement. */
  readonly triggersComeLast: boolean;
  /** New rows of which the keys are needed, to show or check them, have a statement each. */
  readonly insertsEach: boolean;
  /** A view has the defaults of its table. */
  readonly viewsKeepDefaults: boolean;
  /** The default of a uuid is a hash of its number, be it of no known version; else the number is among its digits. */
  readonly hashesUuids: boolean;
  /** There is a type of uuids, and a default can count them; else they are texts, and given. */
  readonly makesUuids: boolean;
  /** JSON may be a text, a number or a truth value by itself. */
  readonly jsonScalars: boolean;
  /** Fractions within JSON are numbers of 64 bits. */
  readonly roundsJson: boolean;
  /** What GraphQL calls the enum, which has a name of its own or that of its column. */
  readonly enumType: string;
  /** Whoever gives a number for a key that the database numbers moves the next one; NULL is the next one. */
  readonly autoIncrement: boolean;
  /** Whether a view takes a number for a key that the database numbers: it may be refused, or not be offered at all. */
  readonly numbersOfViews: 'taken' | 'refused' | 'not offered';
  /** Of several new rows, those whose numbers are given are made first. */
  readonly numbersLast: boolean;
  /** A new row may refer to those alone that were made before it, or to itself. */
  readonly refersBackwards: boolean;
  /** A time may be a span of more than a day: `25:00:00`. */
  readonly timesBeyondADay: boolean;
  /** Lists over REST. */
  readonly collections: boolean;
  /** Digits behind the point of a decimal whose type has to say how many. */
  readonly decimalScale?: number;
}

/** What MariaDB and MySQL do alike. */
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
 * Says whose writes are foretold, before anything else of the model is loaded.
 * @param isBabelfish of SQL Server: whether it is Babelfish for PostgreSQL, whose catalog does not tell which columns of a view are numbered
 */
export function foretell(server: ServerName, isBabelfish = false): void {
  chosen = { ...stores[server], ...(isBabelfish && server === 'sqlserver' && { numbersOfViews: 'refused' }) };
}

export const store = (): Store => chosen;
