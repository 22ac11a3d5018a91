import { type ConfigPath, ConfigurationError } from '../base/problem.ts';

const CONNECT_TIMEOUT_MS = 1000;

const MAX_RECONNECT_DELAY_MS = 2000;

/** Pings idle connections. A connection that is silent for `SOCKET_TIMEOUT_MS` is therefore dead. */
const PING_INTERVAL_MS = 2000;

const SOCKET_TIMEOUT_MS = 10_000;

/**
 * Creates a reconnecting client of Redis, or of a server with its protocol. The caller calls `connect`.
 * @param path of the setting that requires the package
 * @throws ConfigurationError if the package is missing
 */
export async function createRedisClient(url: string, path: ConfigPath) {
  const { createClient } = await import('@redis/client').catch(() => {
    const message = 'Redis requires a package. Run "npm install @redis/client".';
    throw new ConfigurationError([{ path, message, severity: 'error' }]);
  });
  return createClient({
    url,
    // A command without a connection fails at once.
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, MAX_RECONNECT_DELAY_MS),
    },
  });
}
