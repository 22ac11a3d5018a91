import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ConnectionPool, config, IOptions } from 'mssql';
import type { Connection, ConnectionAuthentication } from 'tedious';
import { throwApiError } from '../../../base/errors.ts';
import { MAX_TIMER_MS } from '../../../base/max-timer.ts';
import type { Driver, Sessions } from '../../../store/driver.ts';
import { InFlight } from '../../driver/in-flight.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { untilClosed } from '../../driver/sockets.ts';
import { LIVE_SESSIONS, splitPool } from '../../driver/split-pool.ts';
import { tlsOptions } from '../../driver/tls-options.ts';
import { toReadSessions } from '../../driver/to-read-sessions.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { loadClient } from './client.ts';
import { classifyError, endsSession } from './errors.ts';
import { ServerError } from './server-error.ts';
import { TdsSession, type TdsSessionOptions } from './tds-session.ts';
import { type ServerAddress, Wire } from './wire.ts';

export async function openSqlserver(source: ConnectedSource): Promise<Driver> {
  const client = await loadClient();
  const { reads: maxReads, changes: maxChanges } = splitPool(source.pool);
  const reads = new TdsPool({ client, source, max: maxReads, changes: false });
  const changes = new TdsPool({ client, source, max: maxChanges, changes: true });
  const service = new TdsPool({ client, source, max: 1, changes: false });
  const live = new TdsPool({ client, source, max: LIVE_SESSIONS, changes: false });
  return {
    reads: toReadSessions(reads),
    changes,
    service: toReadSessions(service),
    live: toReadSessions(live),
    classify: classifyError,
    close: async () => {
      await Promise.all([reads, changes, service, live].map((pool) => pool.close()));
    },
  };
}

interface PoolOptions extends TdsSessionOptions {
  readonly source: ConnectedSource;
  readonly max: number;
}

class TdsPool implements Sessions<TdsSession> {
  readonly max: number;
  readonly #options: PoolOptions;
  readonly #pool: ConnectionPool;
  #connected: Promise<unknown> | undefined;
  readonly #wires = new WeakMap<Connection, Wire>();
  readonly #sessions = new WeakMap<Connection, TdsSession>();
  readonly #open = new Set<Socket>();
  readonly #idle = new Set<Connection>();
  readonly #inUse = new InFlight();
  /** Last login error. mssql keeps only its message. */
  #loginError: ServerError | undefined;

  constructor(options: PoolOptions) {
    this.max = options.max;
    this.#options = options;
    const config = connectionConfig(options.source);
    this.#pool = new options.client.mssql.ConnectionPool({
      ...config,
      ...this.#hooks(config),
      pool: this.#poolOptions(),
    });
    // Errors of a connection reach its session, so the event of the pool is redundant.
    this.#pool.on('error', () => undefined);
  }

  get open(): number {
    return this.#open.size;
  }

  use<T>(work: (session: TdsSession) => Promise<T>): Promise<T> {
    return this.#inUse.add(this.#use(work));
  }

  async close(): Promise<void> {
    await this.#inUse.end();
    if (this.#pool.connected) await this.#pool.close();
    await untilClosed(this.#open);
  }

  closeIdle(): void {
    for (const connection of this.#idle) connection.close();
    this.#idle.clear();
  }

  async #use<T>(work: (session: TdsSession) => Promise<T>): Promise<T> {
    const connection = await this.#acquire();
    this.#idle.delete(connection);
    try {
      const session = this.#sessions.get(connection) ?? (await this.#setUp(connection));
      try {
        return await work(session);
      } finally {
        if (session.canceling !== undefined) await session.canceling;
        // Also closes a session above `max`, which was opened to replace a stalled session.
        if (session.isLost || this.#open.size > this.max) connection.close();
      }
    } catch (error) {
      if (endsSession(error)) connection.close();
      throw error;
    } finally {
      if (!connection.closed) this.#idle.add(connection);
      this.#pool.pool.release(connection);
    }
  }

  /** @throws SessionLost if no session is available */
  async #acquire(): Promise<Connection> {
    try {
      this.#connected ??= this.#pool.connect();
      await this.#connected;
      return await this.#pool.pool.acquire().promise;
    } catch (error) {
      if (!this.#pool.connected) this.#connected = undefined;
      throw SessionLost.from(this.#reasonOf(error));
    }
  }

  /** Returns the reason of a failed connection. Finds the login error by its message. */
  #reasonOf(error: unknown): unknown {
    const original = error instanceof Error && 'originalError' in error ? error.originalError : error;
    const first = original instanceof AggregateError ? original.errors[0] : original;
    if (!(first instanceof Error)) return error;
    const loginError = this.#loginError;
    return loginError !== undefined && loginError.message === first.message ? loginError : first;
  }

  async #setUp(connection: Connection): Promise<TdsSession> {
    const wire = this.#wires.get(connection);
    if (wire === undefined) throw new Error('mssql has opened a connection without calling `beforeConnect`');
    const session = new TdsSession(connection, wire, this.#options);
    try {
      await session.setUp();
    } catch (error) {
      connection.close();
      throw error;
    }
    this.#sessions.set(connection, session);
    return session;
  }

  #poolOptions(): config['pool'] {
    return {
      max: 2 * this.max,
      min: 0,
      // The queue in front of the pool enforces the timeout.
      acquireTimeoutMillis: MAX_TIMER_MS,
      createTimeoutMillis: MAX_TIMER_MS,
      idleTimeoutMillis: MAX_TIMER_MS,
    };
  }

  /** Gives each connection its own socket and listeners. */
  #hooks({ server, port, options }: ReturnType<typeof connectionConfig>): Pick<config, 'options' | 'beforeConnect'> {
    const pool = this.#options.source.pool;
    const sockets = this.#open;
    let wire: Wire | undefined;
    const withSocket: IOptions = {
      ...options,
      // mssql reads these options immediately before `beforeConnect`.
      get connector() {
        const newWire = new Wire(pool, sockets);
        wire = newWire;
        return (address: ServerAddress = {}) =>
          newWire.connect({ host: server, ...(port !== undefined && { port }), ...address });
      },
    };
    const beforeConnect = (connection: Connection): void => {
      const connectionWire = wire;
      if (connectionWire === undefined) throw new Error('mssql has called `beforeConnect` without reading `connector`');
      this.#wires.set(connection, connectionWire);
      connection.on('errorMessage', (token) => {
        if (!this.#sessions.has(connection)) this.#loginError = new ServerError(token);
      });
      if (this.#options.source.tls.mode === 'verify-ca')
        connection.on('secure', (tls) => checkAuthority(tls, connectionWire));
    };
    return { options: withSocket, beforeConnect };
  }
}

/** Checks only the certificate authority. This mode accepts any host name, but Node would verify the name. */
function checkAuthority({ authorized, authorizationError }: TLSSocket, wire: Wire): void {
  const code: unknown = authorizationError;
  if (authorized || code === 'ERR_TLS_CERT_ALTNAME_INVALID') return;
  wire.destroy(Object.assign(new Error('The certificate of the server is not trusted'), { code }));
}

/** Bytes per packet, as in SqlClient. */
const PACKET_BYTES = 8000;

/** https://learn.microsoft.com/sql/connect/ado-net/sql/azure-active-directory-authentication */
type SignIn = (login: Login) => ConnectionAuthentication;

interface Login {
  readonly userName: string;
  readonly password: string;
  readonly clientId?: string;
  readonly tenantId?: string;
}

const withPassword: SignIn = ({ userName, password }) => ({ type: 'default', options: { userName, password } });
const managedIdentity: SignIn = (login) => ({ type: 'azure-active-directory-msi-vm', options: clientOf(login) });

const signIns: Readonly<Record<string, SignIn>> = {
  sqlpassword: withPassword,
  activedirectorypassword: ({ userName, password, clientId = ADO_NET, tenantId = ANY_TENANT }) => ({
    type: 'azure-active-directory-password',
    options: { userName, password, clientId, tenantId },
  }),
  activedirectoryserviceprincipal: ({ userName, clientId = userName, password, tenantId = ANY_TENANT }) => ({
    type: 'azure-active-directory-service-principal-secret',
    options: { clientId, clientSecret: password, tenantId },
  }),
  activedirectorymanagedidentity: managedIdentity,
  activedirectorymsi: managedIdentity,
  activedirectorydefault: (login) => ({ type: 'azure-active-directory-default', options: clientOf(login) }),
};

/** Application ID that SqlClient uses by default. */
const ADO_NET = '2fd908ad-0664-4344-b9be-cd3e8b574c38';

const ANY_TENANT = 'common';

/** The client ID, which may be the user name, selects a user-assigned identity. */
function clientOf({ userName, clientId = userName }: Login): { readonly clientId?: string } {
  return clientId === '' ? {} : { clientId };
}

/**
 * Parses `mssql://user:password@host:port/database`.
 * @throws ApiError Unavailable for an unknown authentication method
 */
export function connectionConfig(source: ConnectedSource): config & { readonly options: IOptions } {
  const { hostname, port, pathname, searchParams, username, password } = new URL(source.connectionString);
  const urlOptions = new Map([...searchParams].map(([name, value]) => [plain(name), value]));
  const instanceName = urlOptions.get('instancename');
  const ssl = tlsOptions(source.tls);
  return {
    // IPv6 addresses are in brackets.
    server: decodeURIComponent(hostname).replace(/^\[|\]$/g, ''),
    database: decodeURIComponent(pathname.slice(1)),
    // With a port, tedious does not query SQL Server Browser for the instance.
    ...(port === '' && instanceName !== undefined ? {} : { port: Number(port || 1433) }),
    authentication: signIn(urlOptions, {
      userName: decodeURIComponent(username),
      password: decodeURIComponent(password),
    }),
    // By default, mssql queries the server before each request.
    validateConnection: 'socket',
    options: {
      ...(port === '' && instanceName !== undefined && { instanceName }),
      appName: 'joinery',
      packetSize: PACKET_BYTES,
      encrypt: ssl !== undefined,
      trustServerCertificate: source.tls.mode === 'require' || source.tls.mode === 'verify-ca',
      cryptoCredentialsDetails: certificates(ssl),
      ...(urlOptions.has('hostnameincertificate') && { serverName: urlOptions.get('hostnameincertificate') }),
      multiSubnetFailover: ON.includes(plain(urlOptions.get('multisubnetfailover') ?? '')),
      readOnlyIntent: plain(urlOptions.get('applicationintent') ?? '') === 'readonly',
      connectTimeout: source.pool.connectTimeout,
      // Retries are implemented above the driver.
      maxRetriesOnTransientErrors: 0,
      // tedious cancels its own timeout when the first result arrives, so the driver sets a timer.
      requestTimeout: 0,
      cancelTimeout: Math.max(source.pool.silenceTimeoutMs, 1),
      // Error messages are parsed, so they must be in English.
      language: 'us_english',
      useUTC: true,
    },
  };
}

const ON = ['true', 'yes'];

const plain = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

function signIn(
  urlOptions: ReadonlyMap<string, string>,
  login: Pick<Login, 'userName' | 'password'>,
): ConnectionAuthentication {
  // Without a user name, only an identity of the machine can sign in.
  const method = urlOptions.get('authentication') ?? (login.userName === '' ? 'activedirectorydefault' : 'sqlpassword');
  const authenticate = Object.hasOwn(signIns, plain(method)) ? signIns[plain(method)] : undefined;
  if (authenticate === undefined) {
    return throwApiError(
      'Unavailable',
      `Unknown authentication method "${method}". Use Active Directory Default, or Sql Password.`,
      { setting: 'data-source.connection-string' },
    );
  }
  const [clientId, tenantId] = [urlOptions.get('clientid'), urlOptions.get('tenantid')];
  return authenticate({ ...login, ...(clientId && { clientId }), ...(tenantId && { tenantId }) });
}

/** Returns the certificate options. tedious decides whether the certificate of the server is verified. */
function certificates(ssl: ReturnType<typeof tlsOptions>): Pick<NonNullable<typeof ssl>, 'ca' | 'cert' | 'key'> {
  const { ca, cert, key } = ssl ?? {};
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
}
