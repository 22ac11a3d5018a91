/** The name under which a platform says who asks. */
export const PRINCIPAL = 'x-ms-client-principal';

/** A value for it: text, or whatever becomes JSON, in Base64. */
export const encodePrincipal = (content: unknown): string =>
  Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64');

export const asPrincipal = (content: unknown): Record<string, string> => ({ [PRINCIPAL]: encodePrincipal(content) });

/** What App Service writes of somebody with these claims. */
export const appService = (claims: readonly (readonly [typ: string, val: unknown])[], more: object = {}) => ({
  auth_typ: 'aad',
  name_typ: 'name',
  role_typ: 'roles',
  claims: claims.map(([typ, val]) => ({ typ, val })),
  ...more,
});

/** What Static Web Apps writes of somebody with these roles. */
export const staticWebApps = (userRoles: readonly string[], more: object = {}) => ({
  identityProvider: 'github',
  userId: 'u7',
  userDetails: 'ada',
  userRoles,
  ...more,
});
