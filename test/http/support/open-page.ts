import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** The headless shell has no window, tabs, and extensions, and uses a third of the processor time. */
const CHROMIUM =
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ?? 'chromium';
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** In environments that require Chromium, its absence is a failure. */
export const chromiumIsAbsent = CHROMIUM === 'chromium' && process.env.JOINERY_REQUIRE_SERVERS === undefined;

/** Suffix of test titles if Chromium is absent. */
export const absence = chromiumIsAbsent ? ' (skipped: Chromium is not installed)' : '';

export interface OpenedPage {
  readonly page: Page;
  /** Requests to other origins than the origin of the page. */
  readonly foreign: readonly string[];
  /** Errors of scripts and of the console. */
  readonly faults: readonly string[];
}

/**
 * One browser per Vitest worker, because launching Chromium takes longer than most page tests. It exits with the
 * worker.
 */
let browser: Promise<Browser> | undefined;

/** Opens a page that shares no cookies or storage with others, and closes when the test ends. */
export async function openPage(url: string, width = 1200): Promise<OpenedPage> {
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
  const context = await (await browser).newContext({ viewport: { width, height: 900 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const { origin } = new URL(url);
  const foreign: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) foreign.push(url);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.goto(url);
  return { page, foreign, faults };
}
