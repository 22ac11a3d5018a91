/** Keywords of Npgsql, MySqlConnector, SqlClient, and libpq by setting, normalized with `plain`. */
const KEYWORDS = {
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
  passphrase: ['sslpassword'],
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
  /** Keywords without effect. */
  ignored: [
    'applicationname',
    'app',
    'persistsecurityinfo',
    'multipleactiveresultsets',
    'minimumpoolsize',
    'minpoolsize',
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

export type Setting = keyof typeof KEYWORDS;

const byKeyword = new Map<string, Setting>(
  Object.entries(KEYWORDS).flatMap(([setting, keywords]) => keywords.map((keyword) => [keyword, setting as Setting])),
);

export const settingOf = (keyword: string): Setting | undefined => byKeyword.get(plain(keyword));

/** Normalizes case and separators: `SSL Mode`, `SslMode`, and `ssl-mode` are equal. */
export const plain = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

export type Settings = Readonly<Partial<Record<Setting, string>>>;
