import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Provider } from 'oidc-provider';
import { hostOf, LOOPBACK_HOSTS, matchHosts } from '../base/host-names.ts';
import { ALGORITHM, createProvider, type ProviderOptions } from './create-provider.ts';
import { PAGE_HEADERS, renderSignInError, renderSignInPage, SIGN_IN_PATH } from './sign-in-page.ts';

export interface IdentityProvider {
  /** `http://127.0.0.1:<port>` */
  readonly issuer: string;
  /** Starts serving, or replaces the options. */
  serve(options: ProviderOptions): void;
  close(): Promise<void>;
}

const isOwnHost = matchHosts(LOOPBACK_HOSTS);

const MAX_FORM_CHARACTERS = 10_000;

/**
 * Starts an OpenID provider without passwords on the loopback interface. Returns 503 until `serve` is called.
 * @param port 0 for any free port
 */
export async function startIdentityProvider(port: number): Promise<IdentityProvider> {
  let handle = (_request: IncomingMessage, response: ServerResponse): unknown => response.writeHead(503).end();
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
    const host = hostOf(request.headers.host ?? '');
    // Prevents DNS rebinding, which is dangerous because sign-in needs no password.
    if (host === undefined || !isOwnHost(host)) response.writeHead(403).end();
    else handle(request, response);
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', done);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    serve(options) {
      const provider = createProvider(issuer, options);
      const answer = provider.callback();
      handle = (request, response) =>
        request.url?.startsWith(SIGN_IN_PATH)
          ? chooseUser(provider, options.users, request, response).catch(
              (error: Error & { error_description?: string }) =>
                sendPage(response, 400, renderSignInError(error.name, error.error_description ?? error.message)),
            )
          : answer(request, response);
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export async function makeKey(name: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: name };
}

async function chooseUser(
  provider: Provider,
  users: ProviderOptions['users'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    sendPage(response, 200, renderSignInPage(users, request.url ?? ''));
    return;
  }
  const chosen = new URLSearchParams(await readForm(request)).get('user');
  const user = users.find(({ id }) => id === chosen);
  if (user === undefined) throw new Error('Unknown user.');
  await provider.interactionFinished(request, response, { login: { accountId: user.id } });
}

function sendPage(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page);
}

async function readForm(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MAX_FORM_CHARACTERS) throw new Error('The form is too large.');
  }
  return text;
}
