import { raw, type Sql } from '../../../sql/fragment.ts';

export const text = (value: string): Sql => raw(`N'${value.replaceAll("'", "''")}'`);
