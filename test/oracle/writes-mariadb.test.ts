import { foretell } from './writes/model/store.ts';

foretell('mariadb');
// What is loaded by now is the model of this one.
const { describeWrites } = await import('./writes/describe-writes.ts');
const { MariadbDatabase } = await import('./writes/mariadb-database.ts');

describeWrites('mariadb', { schema: 'schema.mariadb.sql', open: MariadbDatabase.open, sequences: 400, often: 3 });
