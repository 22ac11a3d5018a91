import type { DatabaseType } from '../config.ts';
import { error, type Fault } from './connection.ts';
import { plain, type Settings } from './keywords.ts';

type Part = 'user' | 'password' | 'tenantId';

/**
 * Authentication methods of SqlClient with their required settings. Unlike SqlClient, Joinery cannot get the tenant of
 * a service principal from the server, so `tenantId` is required.
 * https://learn.microsoft.com/sql/connect/ado-net/sql/azure-active-directory-authentication
 */
const requiredSettings: Readonly<Record<string, readonly Part[]>> = {
  sqlpassword: ['user'],
  activedirectorypassword: ['user', 'password'],
  activedirectoryserviceprincipal: ['user', 'password', 'tenantId'],
  activedirectorymanagedidentity: [],
  activedirectorymsi: [],
  activedirectorydefault: [],
};

const MISSING: Readonly<Record<Part, Fault>> = {
  user: error('This authentication method requires a user.', 'User Id=…'),
  password: error('This authentication method requires a password.', 'Password=…'),
  tenantId: error('A service principal requires a tenant.', 'Tenant Id=…'),
};

const METHODS = 'Sql Password, or Active Directory Default, Managed Identity, Service Principal, or Password';

const WINDOWS = 'Windows authentication is not supported. Add a user and a password';

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
    return method === 'sqlpassword'
      ? []
      : [error('Only sign-in by user and password is supported. Remove "Authentication".')];
  }
  const needs = Object.hasOwn(requiredSettings, method) ? requiredSettings[method] : undefined;
  if (needs === undefined) return [error('Unsupported value of "Authentication".', METHODS)];
  return needs.filter((part) => !settings[part]).map((part) => MISSING[part]);
}
