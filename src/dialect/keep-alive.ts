/** How long the socket of a session may be still before TCP asks whether the server is there. */
export const KEEP_ALIVE_MS = 10_000;
