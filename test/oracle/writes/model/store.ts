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
  /** Rows that a foreign key changes or deletes have their triggers run. */
  readonly cascadesRunTriggers: boolean;
  /** A view has the defaults of its table. */
  readonly viewsKeepDefaults: boolean;
  /** Not only those of the known versions are uuids. */
  readonly takesAnyUuid: boolean;
  /** There is a type of uuids, and a default can count them; else they are texts, and given. */
  readonly makesUuids: boolean;
  /** Fractions within JSON are numbers of 64 bits. */
  readonly roundsJson: boolean;
  /** What GraphQL calls the enum, which has a name of its own or that of its column. */
  readonly enumType: string;
  /** Whoever gives a number for a key that the database numbers moves the next one; NULL is the next one. */
  readonly autoIncrement: boolean;
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
  takesAnyUuid: false,
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
    takesAnyUuid: true,
    makesUuids: true,
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
};

let chosen: Store = stores.postgres;

/** Says whose writes are foretold, before anything else of the model is loaded. */
export function foretell(server: ServerName): void {
  chosen = stores[server];
}

export const store = (): Store => chosen;
