import type { config, IOptions } from 'mssql';
import type { ConnectionAuthentication } from 'tedious';
import { refuse } from '../../../base/errors.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { tlsOptions } from '../../tls-options.ts';

/** Bytes of a packet, as SqlClient asks for. */
const PACKET = 8000;

/** Ways to sign in, as SqlClient calls them: https://learn.microsoft.com/sql/connect/ado-net/sql/azure-active-directory-authentication */
type SignIn = (login: Login) => ConnectionAuthentication;

interface Login {
  readonly userName: string;
  readonly password: string;
  /** Of the application in Entra; absent where there is none. */
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

/** The application that SqlClient signs in as where none is named. */
const ADO_NET = '2fd908ad-0664-4344-b9be-cd3e8b574c38';

const ANY_TENANT = 'common';

/** An identity that users have given is named by its client id, be it as user. */
function clientOf({ userName, clientId = userName }: Login): { readonly clientId?: string } {
  return clientId === '' ? {} : { clientId };
}

/**
 * How mssql connects, by `mssql://user:password@host:port/database`. Beside these the URL may say `instanceName`, `authentication`, `clientId`, `tenantId`,
 * `hostNameInCertificate`, `applicationIntent` and `multiSubnetFailover`.
 * @throws Refusal Unavailable for a way to sign in that there is not
 */
export function connectionConfig(source: ConnectedSource): config & { readonly options: IOptions } {
  const { hostname, port, pathname, searchParams, username, password } = new URL(source.connectionString);
  const said = new Map([...searchParams].map(([name, value]) => [plain(name), value]));
  const instanceName = said.get('instancename');
  const ssl = tlsOptions(source.tls);
  return {
    // An address of IPv6 stands in brackets.
    server: decodeURIComponent(hostname).replace(/^\[|\]$/g, ''),
    database: decodeURIComponent(pathname.slice(1)),
    // A port leads past the service that knows the instances.
    ...(port === '' && instanceName !== undefined ? {} : { port: Number(port || 1433) }),
    authentication: signIn(said, { userName: decodeURIComponent(username), password: decodeURIComponent(password) }),
    // To look at the socket costs nothing; mssql would ask the server before each request.
    validateConnection: 'socket',
    options: {
      ...(port === '' && instanceName !== undefined && { instanceName }),
      appName: 'joinery',
      packetSize: PACKET,
      encrypt: ssl !== undefined,
      trustServerCertificate: source.tls.mode === 'require' || source.tls.mode === 'verify-ca',
      cryptoCredentialsDetails: certificates(ssl),
      ...(said.has('hostnameincertificate') && { serverName: said.get('hostnameincertificate') }),
      multiSubnetFailover: ON.includes(plain(said.get('multisubnetfailover') ?? '')),
      readOnlyIntent: plain(said.get('applicationintent') ?? '') === 'readonly',
      connectTimeout: source.pool.connectTimeout,
      // What is tried again, is said above the driver.
      maxRetriesOnTransientErrors: 0,
      // tedious would stop to count once a result begins to come.
      requestTimeout: 0,
      cancelTimeout: Math.max(source.pool.silenceTimeout, 1),
      // Of the strings that the server would give in another language, errors are read.
      language: 'us_english',
      useUTC: true,
    },
  };
}

const ON = ['true', 'yes'];

const plain = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

function signIn(
  said: ReadonlyMap<string, string>,
  login: Pick<Login, 'userName' | 'password'>,
): ConnectionAuthentication {
  // Nobody can sign in without a name, but for an identity that the machine has: so does Data API builder.
  const method = said.get('authentication') ?? (login.userName === '' ? 'activedirectorydefault' : 'sqlpassword');
  const way = Object.hasOwn(signIns, plain(method)) ? signIns[plain(method)] : undefined;
  if (way === undefined) {
    return refuse(
      'Unavailable',
      `There is no way to sign in that is called "${method}"; take Active Directory Default, or Sql Password.`,
      { setting: 'data-source.connection-string' },
    );
  }
  const [clientId, tenantId] = [said.get('clientid'), said.get('tenantid')];
  return way({ ...login, ...(clientId && { clientId }), ...(tenantId && { tenantId }) });
}

/** What tedious hands on to Node; it says itself whether certificates are checked. */
function certificates(ssl: ReturnType<typeof tlsOptions>): Pick<NonNullable<typeof ssl>, 'ca' | 'cert' | 'key'> {
  const { ca, cert, key } = ssl ?? {};
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
}
