import type { Calls } from '../../../store/driver.ts';
import { MayHaveCommitted } from '../../../store/may-have-committed.ts';
import type { Commands } from './commands.ts';
import type { SessionWays } from './opening.ts';

/** The session that runs a transaction. */
export interface TransactionSession {
  readonly commands: Commands;
  readonly meaning: SessionWays['meaning'];
  /** Nothing of a request has run on it since it was opened or reset. */
  readonly isFresh: boolean;
  readonly isLost: () => boolean;
}

/** The statements that begin and end a transaction. */
interface TransactionStatements {
  readonly begin: readonly string[];
  readonly commit: readonly string[];
  readonly rollback: readonly string[];
}

const SAVEPOINT = 'joinery_call';

/** Without autocommit, statements after a COMMIT of the procedure are in a transaction too. */
const NO_AUTOCOMMIT = 'set session autocommit = 0';

/**
 * - `shared`: a procedure that ends the transaction would end it for the other steps. In an XA transaction the server refuses that, and MySQL
 *   also refuses temporary tables.
 * - `alone`: the savepoint is gone once the procedure has ended the transaction.
 * - `reading`: rolled back, since READ ONLY would refuse CREATE TEMPORARY TABLE.
 * @param threadId of the session, which can have one XA transaction at a time
 */
function statementsFor(calls: Calls | undefined, threadId: number): TransactionStatements {
  switch (calls) {
    case undefined:
      return { begin: ['start transaction'], commit: ['commit'], rollback: ['rollback'] };
    case 'alone':
      return { begin: [NO_AUTOCOMMIT, `savepoint ${SAVEPOINT}`], commit: ['commit'], rollback: ['rollback'] };
    case 'reading':
      return { begin: [NO_AUTOCOMMIT], commit: ['rollback'], rollback: ['rollback'] };
    case 'shared': {
      const id = `'joinery ${threadId}'`;
      return {
        begin: [`xa start ${id}`],
        commit: [`xa end ${id}`, `xa commit ${id} one phase`],
        rollback: [`xa end ${id}`, `xa rollback ${id}`],
      };
    }
  }
}

/**
 * Runs work as one transaction.
 * @throws what the work throws, and errors of the commit; MayHaveCommitted with that error as its cause
 */
export async function runTransaction<T>(
  work: () => Promise<T>,
  calls: Calls | undefined,
  session: TransactionSession,
): Promise<T> {
  const { commands, isFresh } = session;
  const { begin, commit, rollback } = statementsFor(calls, commands.threadId);
  const ends = calls === 'alone' ? await (isFresh ? 0 : countEnds(session)) : undefined;
  await commands.say(...begin);
  try {
    const result = await work();
    await commands.say(...commit);
    return result;
  } catch (error) {
    const isKept = ends === undefined || (await isUncommitted(error, ends, session));
    // The server rolls back the transaction of a lost session.
    for (const text of rollback) await commands.say(text).catch(() => undefined);
    throw isKept ? error : new MayHaveCommitted(error);
  }
}

/** Returns whether nothing was committed in the transaction. @param ends as counted at its beginning */
async function isUncommitted(error: unknown, ends: number, session: TransactionSession): Promise<boolean> {
  if (session.isLost()) return false;
  const keepsSavepoint = await session.commands.say(`rollback to savepoint ${SAVEPOINT}`).then(
    () => true,
    () => false,
  );
  // A deadlock rolls back the whole transaction, savepoints included.
  if (keepsSavepoint || !session.meaning(error).isTakenBack) return keepsSavepoint;
  return (await countEnds(session).catch(() => undefined)) === ends;
}

/** Returns the number of statements that the session has run so far and that may have ended a transaction. A reset makes it 0. */
async function countEnds({ commands }: TransactionSession): Promise<number> {
  const counters = await commands.ask(String.raw`show session status like 'Com\_%'`);
  return counters
    .filter(({ Variable_name }) => !NO_ENDS.test(String(Variable_name)))
    .reduce((sum, { Value }) => sum + Number(Value), 0);
}

/** Counters of statements that never end a transaction. On MySQL, CREATE TABLE counts those of temporary tables too. */
const NO_ENDS =
  /^Com_(?:select|(?:insert|replace)(?:_select)?|(?:update|delete)(?:_multi)?|(?:create|drop)_temporary_table|call_procedure|(?:rollback_to_|release_)?savepoint|set_option|change_db|do|(?:prepare|execute|dealloc)_sql|stmt_.+|signal|resignal|get_diagnostics|show_.+)$/;
