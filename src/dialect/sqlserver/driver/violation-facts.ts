import type { ViolationFacts } from '../../../store/violation.ts';
import type { Meaning } from '../../database-error.ts';
import type { ServerError } from './server-error.ts';

/**
 * Names in the English messages, which sessions ask for. Values of clients stand behind them, so patterns begin at the message's start.
 * A name in `object` is `dbo.customers`, one in `table` may have the database before it.
 */
const patterns: Readonly<Record<number, RegExp>> = {
  515: /^Cannot insert the value NULL into column '(?<column>.*?)', table '(?<table>.*?)'; column does not allow nulls/s,
  544: /^Cannot insert explicit value for identity column in table '(?<table>.*?)' when/s,
  271: /^The column "(?<column>.*?)" cannot be modified because/s,
  547: /^The \w+ statement conflicted with the (?<kind>.*?) constraint "(?<constraint>.*?)"\. The conflict occurred in database ".*?", table "(?<table>.*?)"(?:, column '(?<column>.*?)')?\.?\s*$/s,
  2601: /^Cannot insert duplicate key row in object '(?<table>.*?)' with unique index '(?<constraint>.*?)'/s,
  2627: /^Violation of .*? constraint '(?<constraint>.*?)'\. Cannot insert duplicate key in object '(?<table>.*?)'/s,
  2628: /^String or binary data would be truncated in table '(?<table>.*?)', column '(?<column>.*?)'\./s,
  8102: /^Cannot update identity column '(?<column>.*?)'/s,
};

/** The same in the words of engines that speak T-SQL otherwise. */
const otherPatterns: readonly RegExp[] = [
  /^null value in column "(?<column>.*?)" of relation "(?<table>.*?)" violates not-null constraint/s,
  /^duplicate key value violates unique constraint "(?<constraint>.*?)"/s,
  /^new row for relation "(?<table>.*?)" violates check constraint "(?<constraint>.*?)"/s,
  /^insert or update on table ".*?" violates foreign key constraint "(?<constraint>.*?)"/s,
  /^update or delete on table ".*?" violates foreign key constraint "(?<constraint>.*?)" on table "(?<table>.*?)"/s,
];

/** Names in a message. */
function namesIn({ number, message }: ServerError): Readonly<Record<string, string | undefined>> {
  const found = [patterns[number], ...otherPatterns].map((pattern) => pattern?.exec(message)?.groups);
  return found.find((names) => names !== undefined) ?? {};
}

/** Which rule of the database a statement broke; undefined for a number that is none. */
export function violationOf(error: ServerError): Meaning | undefined {
  if (error.number !== CONFLICT) return undefined;
  const kind = patterns[CONFLICT]?.exec(error.message)?.groups?.kind;
  if (kind?.startsWith('FOREIGN KEY')) return 'missingReference';
  if (kind?.includes('REFERENCE')) return 'stillReferred';
  // Engines that speak T-SQL have words of their own.
  if (/^update or delete on table|still referenced|REFERENCE constraint/.test(error.message)) return 'stillReferred';
  return /FOREIGN KEY|foreign key/.test(error.message) ? 'missingReference' : 'failedCheck';
}

const CONFLICT = 547;

/** What the server tells of the violation in its own names. */
export function factsOf(error: ServerError): ViolationFacts {
  const { column, constraint, table } = namesIn(error);
  // Of a row that is missing, the message names the table that it should be in.
  const isOther = violationOf(error) === 'missingReference';
  return {
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && !isOther && placeOf(table)),
    // Of rows that still refer, the columns are those of the other table.
    ...(column !== undefined && error.number !== CONFLICT && { columns: [column] }),
    ...(column !== undefined && violationOf(error) === 'failedCheck' && { columns: [column] }),
    ...(error.procName !== '' && { within: true }),
  };
}

/** `shop.dbo.customers` → `dbo`, `customers`. */
function placeOf(name: string): { readonly schema?: string; readonly table: string } {
  const [, schema, table] = /^(?:[^.]*\.)??(?:([^.]*)\.)?([^.]*)$/.exec(name) ?? [];
  if (table === undefined) return { table: name };
  return schema === undefined ? { table } : { schema, table };
}
