import { type Claim, gatherClaims, memberOf, type Principal, readClaims, readText, type Written } from './principal.ts';

/** Members of the header that are claims too. */
const OWN_CLAIMS = ['identityProvider', 'userId', 'userDetails'];

/**
 * The header of Static Web Apps: `{ identityProvider, userId, userDetails, userRoles, claims? }`. The first three are claims by their own
 * names, `userRoles` is the claim `roles`; `claims` cannot replace them.
 * https://learn.microsoft.com/en-us/azure/static-web-apps/user-information
 * @throws Error that says what is wrong
 */
export function readStaticWebApps(written: Written): Principal {
  const roles = readRoles(written);
  const own = OWN_CLAIMS.flatMap((name): readonly Claim[] => {
    const value = readText(written, name);
    return value === undefined ? [] : [[name, value]];
  });
  const others = readClaims(written).filter(([name]) => name !== 'roles' && !OWN_CLAIMS.includes(name));
  return { roles, claims: { ...gatherClaims([...own, ...others]), roles } };
}

/** The roles. Everybody has `anonymous` there at least: without a role, signing in has failed. */
function readRoles(written: Written): readonly string[] {
  const userRoles = memberOf(written, 'userRoles');
  if (!Array.isArray(userRoles) || userRoles.length === 0 || !userRoles.every((role) => typeof role === 'string')) {
    throw new Error('"userRoles" must be a list of names, one at least');
  }
  return userRoles;
}
