export interface StartOptions {
  /** Server settings by name. */
  readonly settings: Readonly<Record<string, string>>;
  /** Folder for single tables, possibly on another disk. */
  readonly elsewhere?: string;
}

export interface FaultDatabase {
  /** Connection string for the service, of a user who only owns the tables. */
  readonly connectionString: string;
  /** `database-type` of the configuration. */
  readonly type: string;
  /** Runs a statement as administrator in its own session; returns rows by column name. */
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Kills the server, like a power failure. */
  kill(): Promise<void>;
  /** Shuts the server down, sessions first. */
  stop(): Promise<void>;
  /** Starts the server again, and waits for it. */
  start(): Promise<void>;
  /** Stops all of its processes without closing connections. */
  freeze(): Promise<void>;
  /** Stops only the processes of the service's sessions; absent if sessions are not processes. */
  freezeSessions?(): Promise<void>;
  /** Resumes stopped processes. */
  thaw(): void;
  /**
   * Kills random sessions of the service.
   * @param share from 0 to 1
   */
  endSessions(share: number): Promise<void>;
  /** Locks a table exclusively. @returns a function that unlocks it */
  lock(table: string): Promise<Release>;
  /** Rejects all changes. @returns a function that accepts them again */
  refuseChanges(): Promise<Release>;
  /** Takes all connections, including the service's. @returns a function that releases them */
  takeConnections(): Promise<Release>;
  /** Moves a table to the folder `elsewhere`. */
  moveTable(table: string): Promise<void>;
  /** Number of the service's sessions with a running statement or open transaction. */
  countBusy(): Promise<number>;
  /** Private memory of the session processes in bytes; absent if sessions are not processes. */
  sessionMemory?(): Promise<number>;
  /** Stops the server and deletes its data. */
  close(): Promise<void>;
}

export type Release = () => Promise<void>;
