/** The keywords of the usual drivers (Npgsql, MySqlConnector, SqlClient, libpq) by their meaning, in `plain` spelling. */
const MEANINGS = {
  host: ['host', 'server', 'datasource', 'address', 'addr', 'networkaddress'],
  port: ['port'],
  database: ['database', 'initialcatalog'],
  user: ['username', 'user', 'userid', 'uid'],
  password: ['password', 'pwd'],
  sslMode: ['sslmode'],
  encrypt: ['encrypt'],
  trust: ['trustservercertificate'],
  ca: ['rootcertificate', 'sslrootcert', 'sslca', 'cacertificatefile', 'cacertfile', 'servercertificate'],
  cert: ['sslcertificate', 'sslcert'],
  key: ['sslkey'],
  connectTimeout: ['timeout', 'connecttimeout', 'connectiontimeout'],
  statementTimeout: ['commandtimeout', 'defaultcommandtimeout'],
  poolMax: ['maximumpoolsize', 'maxpoolsize'],
  pooling: ['pooling'],
  signIn: ['integratedsecurity', 'trustedconnection'],
  method: ['authentication'],
  clientId: ['clientid'],
  tenantId: ['tenantid'],
  hostInCertificate: ['hostnameincertificate'],
  intent: ['applicationintent'],
  multiSubnet: ['multisubnetfailover'],
  searchPath: ['searchpath'],
  nothing: [
    'applicationname',
    'app',
    'persistsecurityinfo',
    'multipleactiveresultsets',
    'minimumpoolsize',
    'minpoolsize',
    // How its client goes about its sessions, what they are called, and what is for others than this one.
    'async',
    'asynchronousprocessing',
    'connectionlifetime',
    'loadbalancetimeout',
    'connectretrycount',
    'connectretryinterval',
    'contextconnection',
    'currentlanguage',
    'language',
    'enlist',
    'failoverpartnerspn',
    'serverspn',
    'ipaddresspreference',
    'net',
    'network',
    'networklibrary',
    'packetsize',
    'poolblockingperiod',
    'replication',
    'transactionbinding',
    'transparentnetworkipresolution',
    'typesystemversion',
    'userinstance',
    'workstationid',
    'wsid',
  ],
} as const;

export type Meaning = keyof typeof MEANINGS;

const byKeyword = new Map<string, Meaning>(
  Object.entries(MEANINGS).flatMap(([meaning, keywords]) => keywords.map((keyword) => [keyword, meaning as Meaning])),
);

/** The meaning of a keyword, however it is spaced and capitalised; undefined for one that is not known. */
export const meaningOf = (keyword: string): Meaning | undefined => byKeyword.get(plain(keyword));

/** Lower case, and nothing between words: `SSL Mode`, `SslMode` and `ssl-mode` are one. */
export const plain = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

/** Values by meaning. Of two keywords with one meaning the later wins. */
export type Settings = Readonly<Partial<Record<Meaning, string>>>;
