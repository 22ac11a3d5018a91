/** How a database is started. */
export interface StartOptions {
  /** Of the server, by name. */
  readonly settings: Readonly<Record<string, string>>;
  /** A folder for single tables, which may lie on another disk. */
  readonly elsewhere?: string;
}

/** A database server of our own, and all that can go wrong with it. */
export interface FaultDatabase {
  /** What the service is given: of a user who owns the tables and may do no more. */
  readonly connectionString: string;
  /** As `database-type` of a configuration has it. */
  readonly type: string;
  /** Asks as the server's administrator, in a session of its own; rows by column names. */
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Ends the server at once, as a power cut does. */
  kill(): Promise<void>;
  /** Ends the server in order, its sessions first. */
  stop(): Promise<void>;
  /** Starts the server where it was, until it takes connections. */
  start(): Promise<void>;
  /** Stops all of its processes, so that nothing answers and nothing is closed. */
  freeze(): Promise<void>;
  /** Stops those alone that serve the service's sessions; absent where sessions have no processes of their own. */
  freezeSessions?(): Promise<void>;
  /** Lets whatever was frozen go on. */
  thaw(): void;
  /** Ends some sessions of the service, picked at random. @param share of all of them, from 0 to 1 */
  endSessions(share: number): Promise<void>;
  /** Keeps a table from being read and written. @returns what ends this */
  lock(table: string): Promise<Release>;
  /** Lets nothing be changed. @returns what ends this */
  refuseChanges(): Promise<Release>;
  /** Takes every connection that the server has, the service's too. @returns what gives them back */
  takeConnections(): Promise<Release>;
  /** Moves a table to the folder `elsewhere`. */
  moveTable(table: string): Promise<void>;
  /** Sessions of the service in which a statement or a transaction is under way. */
  countBusy(): Promise<number>;
  /** Bytes of memory that the processes of the service's sessions have for themselves; absent where they have none. */
  sessionMemory?(): Promise<number>;
  /** Ends the server and deletes its data. */
  close(): Promise<void>;
}

export type Release = () => Promise<void>;
