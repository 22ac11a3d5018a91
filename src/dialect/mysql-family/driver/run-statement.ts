import type { QueryError } from 'mysql2';
import type { Unit } from '../../../store/driver.ts';
import { checkPacket } from './check-packet.ts';
import type { Encoded } from './codec.ts';
import type { Answered, Commands } from './commands.ts';
import { literalText } from './literal-text.ts';
import { asTyped, suitsPrepared } from './parameters.ts';
import type { Done, PreparedStatements } from './prepared-statements.ts';

/** What a session sends its statements with. */
interface Sending {
  readonly commands: Commands;
  /** Absent where none is kept. */
  readonly prepared: PreparedStatements | undefined;
  /** Bytes of a request at which the server ends the session. */
  readonly maxPacket: number;
}

/**
 * Runs a statement, prepared where it is kept so, else with its values in its text. Rows come as arrays: names of columns would be
 * repeated for each. @throws Refusal where it is larger than a packet
 */
export function runStatement(
  { statement, values }: Pick<Unit, 'statement' | 'values'>,
  { commands, prepared, maxPacket }: Sending,
): Promise<Answered> {
  const { text, name, slots, isUnprepared } = statement;
  const encoded = values as readonly Encoded[];
  const isKept =
    isUnprepared !== true &&
    name !== undefined &&
    encoded.every((value, index) => suitsPrepared(value, slots[index])) &&
    prepared?.isKept(name, text) === true;
  const textToSend = (): string => {
    const sql = literalText(statement, encoded);
    checkPacket([sql], maxPacket);
    return sql;
  };
  const sendText = (sql: string, done: Done): void => void commands.connection.query({ sql, rowsAsArray: true }, done);
  if (!isKept) {
    const sql = textToSend();
    return commands.track((done) => sendText(sql, done));
  }
  checkPacket([text], maxPacket);
  checkPacket(encoded, maxPacket);
  const typed = encoded.map((value, index) => asTyped(value, slots[index]));
  return commands.track((done) =>
    prepared.execute(name, text, typed, done, () => {
      try {
        sendText(textToSend(), done);
      } catch (error) {
        // Nobody else is told of it here.
        done(error as QueryError);
      }
    }),
  );
}
