// Authorization code flow with PKCE. The session ends with the tab. https://www.rfc-editor.org/rfc/rfc9700
import * as oauth from './oauth4webapi.js';

const SESSION = 'joinery.session';
const PENDING = 'joinery.sign-in';
/** Set by `role-choice.ts`. */
const ROLE = 'joinery.role';

/** Milliseconds before expiry at which a token is renewed. */
const MARGIN_MS = 30_000;

const folder = new URL('.', import.meta.url);

/**
 * @typedef {{ token: string, expiresAt: number, refreshToken?: string, name: string, roles: string[] }} Session
 * @typedef {{ issuer: string, clientId: string, scope: string }} Settings
 */

/** @returns {Session | undefined} */
export function currentSession() {
  const text = sessionStorage.getItem(SESSION);
  return text === null ? undefined : JSON.parse(text);
}

/** Opens the page of the provider, which redirects back. */
export async function signIn() {
  const { server, client, settings } = await findProvider();
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(String(server.authorization_endpoint));
  const parameters = {
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: redirectUri(),
    scope: settings.scope,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    // Allows switching the user.
    prompt: 'login',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  sessionStorage.setItem(PENDING, JSON.stringify({ verifier, state, returnTo: location.href }));
  location.assign(url);
}

/** Handles the provider's redirect. */
export async function finishSignIn() {
  const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? 'null');
  if (pending === null) throw new Error('Nobody began to sign in with this tab.');
  sessionStorage.removeItem(PENDING);
  const { server, client, options } = await findProvider();
  const answer = oauth.validateAuthResponse(server, client, new URL(location.href), pending.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    answer,
    redirectUri(),
    pending.verifier,
    options,
  );
  await storeSession(await oauth.processAuthorizationCodeResponse(server, client, response));
  location.replace(pending.returnTo);
}

/** Ends the session, and revokes the refresh token. */
export async function signOut() {
  const session = currentSession();
  sessionStorage.removeItem(SESSION);
  sessionStorage.removeItem(ROLE);
  notify();
  if (session?.refreshToken === undefined) return;
  const { server, client, options } = await findProvider();
  if (server.revocation_endpoint === undefined) return;
  await oauth.revocationRequest(server, client, oauth.None(), session.refreshToken, options);
}

/** @type {Promise<void> | undefined} */
let renewing;

/**
 * Returns the user's token. Renews a token that is about to expire.
 * @returns {Promise<string | undefined>}
 */
export async function currentToken() {
  const session = currentSession();
  if (session === undefined) return undefined;
  if (session.expiresAt - MARGIN_MS > Date.now()) return session.token;
  renewing ??= renew(session).finally(() => {
    renewing = undefined;
  });
  await renewing;
  return currentSession()?.token;
}

/** @param {Session} session */
async function renew({ refreshToken, name }) {
  try {
    if (refreshToken === undefined) throw new Error('There is no refresh token.');
    const { server, client, options } = await findProvider();
    const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, options);
    await storeSession(await oauth.processRefreshTokenResponse(server, client, response), { refreshToken, name });
  } catch {
    sessionStorage.removeItem(SESSION);
    notify();
  }
}

/**
 * @param {import('oauth4webapi').TokenEndpointResponse} answer
 * @param {{ refreshToken?: string, name?: string }} before
 */
async function storeSession(answer, before = {}) {
  const claims = oauth.getValidatedIdTokenClaims(answer);
  const name = claims?.name ?? claims?.preferred_username ?? claims?.sub ?? before.name ?? 'somebody';
  const session = {
    token: answer.access_token,
    expiresAt: Date.now() + (answer.expires_in ?? 300) * 1000,
    refreshToken: answer.refresh_token ?? before.refreshToken,
    name: String(name),
    roles: await loadRoles(answer.access_token),
  };
  sessionStorage.setItem(SESSION, JSON.stringify(session));
  notify();
}

/**
 * Returns the user's roles, the role with the most rights first; empty if the request fails.
 * @param {string} token
 * @returns {Promise<string[]>}
 */
async function loadRoles(token) {
  try {
    const response = await fetch(new URL('roles.json', folder), { headers: { authorization: `Bearer ${token}` } });
    return response.ok ? (await response.json()).roles : [];
  } catch {
    return [];
  }
}

const notify = () => window.dispatchEvent(new Event('joinery-session'));

/** The folder of this script, without the final slash. */
const redirectUri = () => folder.href.replace(/\/$/, '');

/** @type {ReturnType<typeof loadProvider> | undefined} */
let provider;

function findProvider() {
  provider ??= loadProvider();
  provider.catch(() => {
    provider = undefined;
  });
  return provider;
}

async function loadProvider() {
  /** @type {Settings} */
  const settings = await (await fetch(new URL('settings.json', folder))).json();
  const issuer = new URL(settings.issuer);
  // The configuration allows HTTP only on this machine.
  const options = { [oauth.allowInsecureRequests]: issuer.protocol === 'http:' };
  const response = await oauth.discoveryRequest(issuer, options);
  const server = await oauth.processDiscoveryResponse(issuer, response);
  return { server, client: { client_id: settings.clientId }, settings, options };
}
