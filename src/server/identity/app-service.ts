import { gatherClaims, type Principal, readClaims, readText, type Written } from './principal.ts';

/** The type of role claims where the header names none: that of .NET. */
const ROLE = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role';

/**
 * The header of App Service: `{ auth_typ, name_typ, role_typ, claims: [{ typ, val }] }`.
 * https://learn.microsoft.com/en-us/azure/app-service/configure-authentication-user-identities
 * @throws Error that says what is wrong
 */
export function readAppService(written: Written): Principal {
  // Without it nobody is signed in: https://learn.microsoft.com/en-us/dotnet/api/system.security.claims.claimsidentity.isauthenticated
  if (!readText(written, 'auth_typ')) throw new Error('"auth_typ" is missing');
  const roleType = readText(written, 'role_typ') || ROLE;
  const claims = readClaims(written);
  return {
    roles: claims.flatMap(([name, value]) => (name === roleType && typeof value === 'string' ? [value] : [])),
    claims: gatherClaims(claims),
  };
}
