import type { StatementUses } from '../../kept-statements.ts';
import type { ConnectedSource } from '../../store-kind.ts';

/** What the sessions of one database have in common. */
export interface Opening {
  readonly source: ConnectedSource;
  /** Absent where no statements are kept prepared. */
  readonly uses: StatementUses | undefined;
  /** Stops what a session runs. @throws where the database cannot be asked */
  readonly kill: (threadId: number) => Promise<void>;
}
