import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { throwApiError } from '../../base/errors.ts';
import { renderHtmlPage } from '../../base/html-page.ts';
import type { Runtime } from '../../config/config.ts';
import type { ApiContext } from '../api-context.ts';
import { rejectOtherMethods } from '../http/methods.ts';
import { discoverOrigins } from '../identity/bearer/key-set.ts';
import { HEADER_STYLE, pageHeader } from '../pages/page-header.ts';
import { HTML_TYPE, pagePolicy } from '../pages/page-policy.ts';
import { offersSignIn, SIGN_IN_PATH } from './sign-in-tags.ts';

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

const ROLES_PATH = `${SIGN_IN_PATH}/roles.json`;

const require = createRequire(import.meta.url);

const scripts: ReadonlyMap<string, string> = new Map([
  ...['session.js', 'finish.js', 'authorize.js', 'bar.js'].map((name): [string, string] => [
    name,
    fileURLToPath(new URL(`browser/${name}`, import.meta.url)),
  ]),
  ['oauth4webapi.js', require.resolve('oauth4webapi')],
]);

/** Adds the page to which the provider redirects, and its scripts. Does nothing in production. */
export function addSignIn(
  server: FastifyInstance,
  runtime: Runtime,
  { identities, rateLimiter }: Pick<ApiContext, 'identities' | 'rateLimiter'>,
): void {
  const { signIn, issuers } = runtime.authentication;
  const [first] = issuers;
  if (!offersSignIn(runtime) || signIn === undefined || first === undefined) return;
  const policy = pagePolicy({
    'script-src': "'self'",
    'style-src': "'unsafe-inline'",
    'img-src': 'data:',
    'connect-src': `'self' ${new URL(first.issuer).origin}`,
  });
  const page = renderHtmlPage({
    title: 'Signing in',
    style: HEADER_STYLE,
    header: pageHeader(runtime, { root: './' }),
    main: '<p>Signing in …</p>\n<script type="module" src="sign-in/finish.js"></script>',
  });

  server.get(SIGN_IN_PATH, (_request, reply) =>
    reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-store' }).type(HTML_TYPE).send(page),
  );
  server.get(`${SIGN_IN_PATH}/settings.json`, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .send({ issuer: first.issuer, clientId: signIn.clientId, scope: signIn.scope }),
  );
  // Verifying a token takes time, so requests are limited.
  const limited = rateLimiter === undefined ? {} : { onRequest: rateLimiter.admit };
  server.get(ROLES_PATH, limited, async ({ raw }, reply) =>
    reply.header('cache-control', 'no-store').send({ roles: await identities.listRoles(raw) }),
  );
  server.get<{ Params: { name: string } }>(`${SIGN_IN_PATH}/:name`, async ({ params: { name } }, reply) => {
    const file = scripts.get(name) ?? throwApiError('EntityNotFound', 'Unknown file of the sign-in page.');
    return reply
      .header('cache-control', 'no-cache')
      .type(SCRIPT_TYPE)
      .send(await readFile(file));
  });
  allowTokenEndpoint(server, first.issuer);
  for (const path of [SIGN_IN_PATH, `${SIGN_IN_PATH}/settings.json`, ROLES_PATH, `${SIGN_IN_PATH}/:name`]) {
    rejectOtherMethods(server, path, ['GET', 'HEAD']);
  }
}

/**
 * Allows the provider's token endpoint in the content security policies. The origin of the endpoint may differ from
 * that of the issuer. If the provider is down, the policies stay unchanged.
 */
function allowTokenEndpoint(server: FastifyInstance, issuer: string): void {
  const issuerOrigin = new URL(issuer).origin;
  let discovered: Promise<readonly string[]> | undefined;
  server.addHook('onSend', async (_request, reply, payload) => {
    const policy = reply.getHeader('content-security-policy');
    if (typeof policy === 'string' && policy.includes(` ${issuerOrigin}`)) {
      discovered ??= discoverOrigins(issuer);
      const origins = await discovered.catch(() => {
        discovered = undefined;
        return [issuerOrigin];
      });
      reply.header(
        'content-security-policy',
        policy.replace(` ${issuerOrigin}`, ` ${[...new Set([issuerOrigin, ...origins])].join(' ')}`),
      );
    }
    return payload;
  });
}
