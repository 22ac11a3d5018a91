/** The statements that begin and end a transaction. */
export interface TransactionWords {
  readonly begin: readonly string[];
  readonly commit: readonly string[];
  readonly rollback: readonly string[];
}

const PLAIN: TransactionWords = { begin: ['start transaction'], commit: ['commit'], rollback: ['rollback'] };

/**
 * A procedure that says COMMIT or ROLLBACK would end the transaction that it is called in, and with it that of the other steps; nobody would be
 * told. In an XA transaction the server refuses both.
 * @param threadId of the session, of which it can have one at a time
 * @param calls whether procedures are called
 */
export function transactionWords(threadId: number, calls: boolean): TransactionWords {
  if (!calls) return PLAIN;
  const id = `'joinery ${threadId}'`;
  return {
    begin: [`xa start ${id}`],
    commit: [`xa end ${id}`, `xa commit ${id} one phase`],
    rollback: [`xa end ${id}`, `xa rollback ${id}`],
  };
}
