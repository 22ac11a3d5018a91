import { describeWrites } from './writes/describe-writes.ts';
import { OFTEN } from './writes/features.ts';
import { PostgresDatabase } from './writes/postgres-database.ts';

describeWrites('postgres', { schema: 'schema.sql', open: PostgresDatabase.open, sequences: 1000, often: OFTEN });
