import type { DatabaseType } from '../config.ts';
import { error, type Fault } from './connection.ts';
import { plain, type Settings } from './keywords.ts';

type Part = 'user' | 'password' | 'tenantId';

/**
 * Authentication methods of SqlClient with their required settings. SqlClient gets the tenant of a service principal
 * from the server.
 * https://learn.microsoft.com/sql/connect/ado-net/sql/azure-active-directory-authentication
 */
const ways: Readonly<Record<string, readonly Part[]>> = {
  sqlpassword: ['user'],
  activedirectorypassword: ['user', 'password'],
  activedirectoryserviceprincipal: ['user', 'password', 'tenantId'],
  activedirectorymanagedidentity: [],
  activedirectorymsi: [],
  activedirectorydefault: [],
};

const MISSING: Readonly<Record<Part, Fault>> = {
  user: error('This way to sign in needs a user, and none is named.', 'User Id=…'),
  password: error('This way to sign in needs a password, and none is there.', 'Password=…'),
  tenantId: error('A service principal is looked for in its tenant, and none is named.', 'Tenant Id=…'),
};

const WAYS = 'Sql Password, or Active Directory Default, Managed Identity, Service Principal or Password';

const WINDOWS = 'The Windows account of the service cannot sign in; give a user and a password';

export function checkSignIn(settings: Settings, type: DatabaseType): readonly Fault[] {
  const { signIn, method } = settings;
  const entra = type === 'mssql' ? ', or Authentication=Active Directory Default' : '';
  return [
    ...(signIn === undefined || ['false', 'no'].includes(plain(signIn)) ? [] : [error(`${WINDOWS}${entra}.`)]),
    ...(method === undefined ? [] : checkMethod(plain(method), settings, type)),
  ];
}

function checkMethod(method: string, settings: Settings, type: DatabaseType): readonly Fault[] {
  if (type !== 'mssql') {
    return method === 'sqlpassword' ? [] : [error('Only a user and a password can sign in; remove Authentication.')];
  }
  const needs = Object.hasOwn(ways, method) ? ways[method] : undefined;
  if (needs === undefined) return [error('A service cannot sign in by what Authentication says.', WAYS)];
  return needs.filter((part) => !settings[part]).map((part) => MISSING[part]);
}
