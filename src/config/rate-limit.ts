/** Limits of one caller per window. */
export interface RateLimit {
  /** Claim that identifies a caller. If absent, the address identifies the caller. */
  readonly claim?: string;
  readonly quota: Quota;
  /** By name of the role. */
  readonly roles: ReadonlyMap<string, Quota>;
  /** True if any role has a limit of database time. */
  readonly limitsDatabaseTime: boolean;
  /** Seconds. */
  readonly window: number;
  /** Bits. */
  readonly ipv6Prefix: number;
  readonly maxCallers: number;
  /** If absent, each process counts in its memory. */
  readonly redis?: {
    readonly url: string;
    readonly prefix: string;
    /** Milliseconds that a request waits for the server. */
    readonly timeout: number;
  };
}

export interface Quota {
  /** Unlimited if absent. */
  readonly requests?: number;
  /** Number of requests beyond `requests` within ten windows. */
  readonly burst: number;
  /** Milliseconds; unlimited if absent. */
  readonly databaseTimeMs?: number;
}
