/** The header in which a platform sends the identity of the caller. */
export const PRINCIPAL = 'x-ms-client-principal';

/** Returns a header value: a string, or any other value as JSON, in Base64. */
export const encodePrincipal = (content: unknown): string =>
  Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64');

export const asPrincipal = (content: unknown): Record<string, string> => ({ [PRINCIPAL]: encodePrincipal(content) });

/** Returns the principal of App Service with these claims. */
export const appService = (claims: readonly (readonly [typ: string, val: unknown])[], more: object = {}) => ({
  auth_typ: 'aad',
  name_typ: 'name',
  role_typ: 'roles',
  claims: claims.map(([typ, val]) => ({ typ, val })),
  ...more,
});

/** Returns the principal of Static Web Apps with these roles. */
export const staticWebApps = (userRoles: readonly string[], more: object = {}) => ({
  identityProvider: 'github',
  userId: 'u7',
  userDetails: 'ada',
  userRoles,
  ...more,
});
