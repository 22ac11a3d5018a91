import type { FastifyInstance } from 'fastify';
import { throwApiError } from '../../base/errors.ts';
import { ICON_LINK } from '../../base/html-page.ts';
import type { Runtime } from '../../config/config.ts';
import { IMMUTABLE } from '../caching/cache-control.ts';
import { listTag } from '../caching/entity-tags.ts';
import { sendCacheable } from '../caching/send-cacheable.ts';
import { rejectOtherMethods } from '../http/methods.ts';
import { HEADER_STYLE, pageHeader } from '../pages/page-header.ts';
import { HTML_TYPE, hashOf, pagePolicy } from '../pages/page-policy.ts';
import { signInTags } from '../sign-in/sign-in-tags.ts';
import { type ConsoleAssets, loadConsoleAssets, mediaTypeOf } from './console-assets.ts';

const ASSETS_PATH = '/console/assets';

const METHODS = ['GET', 'HEAD'];

/** Adds the page of the console and its assets, which contain no data of the service. */
export function addConsolePage(server: FastifyInstance, runtime: Runtime, path: string): void {
  const tags = signInTags(runtime);
  const policy = pagePolicy({
    'script-src': "'self'",
    'style-src': `'self' ${hashOf(HEADER_STYLE)}`,
    'img-src': 'data:',
    'connect-src': `'self'${tags.connect}`,
    'form-action': "'none'",
  });
  let page: { readonly body: Buffer; readonly etag: string } | undefined;
  const findPage = async () => {
    if (page === undefined) {
      const html = renderPage(runtime, await loadConsoleAssets(), tags.head);
      page = { body: Buffer.from(html), etag: listTag(html) };
    }
    return page;
  };

  server.route({
    url: path,
    method: METHODS,
    handler: async (request, reply) =>
      sendCacheable(request, reply.header('content-security-policy', policy).type(HTML_TYPE), {
        ...(await findPage()),
        cacheControl: 'no-cache',
      }),
  });
  server.get<{ Params: { name: string } }>(`${ASSETS_PATH}/:name`, async ({ params: { name } }, reply) => {
    const { files } = await loadConsoleAssets();
    const [content, type] = [files.get(name), mediaTypeOf(name)];
    if (content === undefined || type === undefined) throwApiError('EntityNotFound', 'Unknown file of the console.');
    return reply.header('cache-control', IMMUTABLE).type(type).send(content);
  });
  for (const url of [path, `${ASSETS_PATH}/:name`]) rejectOtherMethods(server, url, METHODS);
}

/** URLs are relative, so that they keep a prefix that a proxy removes. */
const renderPage = (runtime: Runtime, { script, style }: ConsoleAssets, head: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Joinery Console</title>
${ICON_LINK}
${head}
<style>${HEADER_STYLE}</style>
<link rel="stylesheet" href="${ASSETS_PATH.slice(1)}/${style}">
<script type="module" src="${ASSETS_PATH.slice(1)}/${script}" blocking="render"></script>
</head>
<body>
<a class="skip-link" href="#main">Skip to the content</a>
${pageHeader(runtime, {
  root: './',
  current: 'Console',
  controls: '<div id="console-controls"></div>',
  signsIn: true,
})}
<div id="console">
<noscript><p class="no-script">The console needs JavaScript. The APIs work without it.</p></noscript>
</div>
</body>
</html>
`;
