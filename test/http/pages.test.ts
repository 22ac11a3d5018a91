import { describe, expect, test } from 'vitest';
import { absence, chromiumIsAbsent, openPage } from './support/open-page.ts';
import { serve } from './support/serve.ts';
import type { RuntimeChanges } from './support/stand-in-application.ts';

/** Opens a page of a development server in a browser. */
async function open(path: string, runtime: RuntimeChanges = {}) {
  const served = await serve({ mode: 'development', ...runtime });
  return { served, ...(await openPage(`${served.origin}${path}`)) };
}

describe.skipIf(chromiumIsAbsent)(`pages of a development server, in Chromium${absence}`, () => {
  test('GraphiQL runs its first query and loads nothing from other origins', { timeout: 300_000 }, async () => {
    const { page, served, foreign, faults } = await open('/graphql');
    await page.getByRole('button', { name: /execute query/i }).click();
    await page.getByText('SHIPPED').first().waitFor();
    expect(await page.title()).toBe('Joinery GraphiQL');
    expect(served.application.requests.length).toBeGreaterThan(1);
    expect({ foreign, faults }).toEqual({ foreign: [], faults: [] });
  });

  test('GraphiQL runs the query on Ctrl+Enter at once and with any focus', {
    timeout: 300_000,
  }, async () => {
    const { page, served, faults } = await open('/graphql');
    await page.getByText('# Ctrl+Enter runs this query.').waitFor();
    await page.locator('.graphiql-query-editor :focus').waitFor({ state: 'attached' });
    await page.keyboard.press('Control+Enter');
    await page.getByText('SHIPPED').first().waitFor();
    const { length } = served.application.requests;
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => served.application.requests.length).toBe(length + 1);
    expect(faults).toEqual([]);
  });

  test('GraphiQL sends the selected role, also after a reload', { timeout: 300_000 }, async () => {
    const { page, served, faults } = await open('/graphql?query={role}', { authentication: { provider: 'Simulator' } });
    const roles = page.getByRole('combobox', { name: 'Send requests as' });
    expect(await roles.inputValue()).toBe('authenticated');
    const run = page.getByRole('button', { name: /execute query/i });
    await run.click();
    await page.locator('.result-window').getByText('authenticated').waitFor();
    await roles.selectOption('anonymous');
    await run.click();
    await page.locator('.result-window').getByText('anonymous').waitFor();
    expect(served.application.requests.map(({ identity }) => identity.role)).toContain('anonymous');
    await page.reload();
    expect(await roles.inputValue()).toBe('anonymous');
    await page.goto(`${served.origin}/?role=editor`);
    await expect.poll(() => page.getByRole('combobox', { name: 'Role' }).inputValue()).toBe('editor');
    await page.getByRole('link', { name: 'GraphiQL', exact: true }).click();
    expect(await roles.inputValue()).toBe('editor');
    await page.goto(`${served.url}?query={role}&role=authenticated`);
    expect(await roles.inputValue()).toBe('authenticated');
    expect(new URL(page.url()).searchParams.has('role')).toBe(false);
    expect(faults).toEqual([]);
  });

  test('GraphiQL keeps its tabs after a reload, each with its query and headers', { timeout: 300_000 }, async () => {
    const { page, faults } = await open('/graphql');
    const tabs = () => page.locator('.graphiql-tab').allInnerTexts();
    /** GraphiQL stores its tabs some time after each change. */
    const isStored = (text: string) =>
      expect
        .poll(() => page.evaluate(() => localStorage['graphiql:tabState'] ?? ''), { timeout: 60_000 })
        .toContain(text);
    const reload = async () => {
      await page.reload();
      await page.locator('.graphiql-query-editor .view-line').first().waitFor();
    };
    const write = async (text: string) => {
      await page.locator('.graphiql-query-editor .view-lines').first().click();
      await page.keyboard.press('Control+A');
      // The editor adds the closing brace.
      await page.keyboard.insertText(text);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Enter');
    };
    const query = page.locator('.graphiql-query-editor .view-lines');
    const answer = page.locator('.result-window');
    /** Types the text again if the editor of a new tab does not listen yet. */
    const run = async (text: string, expected: string) => {
      for (let attempt = 1; ; attempt += 1) {
        await write(text);
        const isShown = await answer
          .getByText(expected)
          .first()
          .waitFor({ timeout: 5_000 })
          .then(() => true)
          .catch(() => false);
        if (isShown) return;
        expect(attempt, `${expected} is shown`).toBeLessThan(20);
      }
    };
    await query.getByText('Ctrl+Enter').waitFor();
    await isStored('Ctrl+Enter');
    await reload();
    expect(await tabs()).toEqual(['<untitled>']);
    await query.getByText('Ctrl+Enter').waitFor();

    await run('query One { role ', 'anonymous');
    await page.getByRole('button', { name: 'New tab' }).click();
    await query.getByText('role').waitFor({ state: 'hidden' });
    await run('query Two { orders { status } ', 'SHIPPED');
    await page.getByRole('button', { name: 'Headers', exact: true }).click();
    await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden) .view-lines').click();
    await page.keyboard.insertText('{ "X-Test": "two" }');
    await isStored('X-Test');
    await page.getByRole('button', { name: 'One' }).click();
    await answer.getByText('anonymous').waitFor();
    await query.getByText('role').waitFor();
    for (const [name, text] of [
      ['One', 'role'],
      ['Two', 'orders'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click();
      await query.getByText(text).waitFor();
      await isStored(`"activeTabIndex":${name === 'One' ? 0 : 1}`);
      await reload();
      expect(await tabs()).toEqual(['One', 'Two']);
      await query.getByText(text).waitFor();
      expect(await page.locator('.graphiql-tab-active').innerText()).toBe(name);
      const headers = await page.evaluate(() => localStorage['graphiql:headers'] ?? '');
      expect(headers).toBe(name === 'Two' ? '{ "X-Test": "two" }' : '');
    }
    expect(faults).toEqual([]);
  });

  test('GraphiQL has one column on a narrow screen and a header in the selected theme', {
    timeout: 300_000,
  }, async () => {
    const { page } = await open('/graphql', { authentication: { provider: 'Simulator' } });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.graphiql-execute-button').waitFor();
    const boxOf = async (selector: string) =>
      (await page.locator(selector).first().boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const [editor, answer] = [await boxOf('.graphiql-query-editor'), await boxOf('.graphiql-response')];
    expect(editor.width).toBeGreaterThan(300);
    expect(answer.width).toBeGreaterThan(300);
    expect(answer.y).toBeGreaterThan(editor.y);
    const brightness = () =>
      page.evaluate(() => {
        const [red = '0'] =
          /\d+/.exec(getComputedStyle(document.querySelector('header') as Element).backgroundColor) ?? [];
        return Number(red);
      });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await brightness()).toBeLessThan(64);
    await page.evaluate(() => document.body.classList.add('graphiql-light'));
    expect(await brightness()).toBeGreaterThan(192);
  });

  test('GraphiQL offers no roles if callers cannot choose one', { timeout: 300_000 }, async () => {
    const { page } = await open('/graphql');
    await page.getByRole('button', { name: /execute query/i }).waitFor();
    expect(await page.getByText('Send requests as').count()).toBe(0);
  });

  test('the console links to GraphiQL', { timeout: 300_000 }, async () => {
    const { page, foreign, faults } = await open('/');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect({ foreign, faults }).toEqual({ foreign: [], faults: [] });
    await page.getByRole('link', { name: 'GraphiQL', exact: true }).click();
    expect(await page.title()).toBe('Joinery GraphiQL');
  });
});
