import { createConnection } from 'mysql2/promise';
import type { Judge } from './judge.ts';
import type { Kind } from './kind.ts';

/** MySQL and MariaDB compare the value as a string unless it is converted to a number. */
const isPlaced = ({ type }: Kind): boolean => /^(?:enum|set)\(/.test(type);

const literals = ({ name }: Kind): string => `literal_${name.toLowerCase()}`;
const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns tables with all literals, because no expression produces an enum or a set. */
export const writeLiterals = (kinds: readonly Kind[]): string =>
  kinds
    .map(
      (kind) =>
        `create table ${literals(kind)} (t varchar(99) collate utf8mb4_bin primary key, v ${kind.type});
         insert into ${literals(kind)} values ${kind.values.map((value) => `(${quote(value)}, ${quote(value)})`).join()};`,
    )
    .join('\n');

/** Opens a second session. */
export async function openFamilyJudge(url: string): Promise<Judge> {
  const session = await createConnection({ uri: url, charset: 'utf8mb4', typeCast: (field) => field.string() });
  const placed = (kind: Kind, expression: string): string => (isPlaced(kind) ? `(${expression} + 0)` : expression);
  return {
    query: async (sql) => {
      const [rows] = await session.query({ sql, rowsAsArray: true });
      return rows as unknown as readonly (readonly (string | null)[])[];
    },
    literal: (text, kind) => `(select ${placed(kind, 'v')} from ${literals(kind)} where t = ${quote(text)})`,
    column: (name, kind) => placed(kind, name),
    isNull: (name) => `${name} is null`,
    close: () => session.end(),
  };
}
