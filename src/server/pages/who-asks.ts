import type { Application } from '../../app/application.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { roleWithoutHeader } from '../identity/role-without-header.ts';
import { offersSignIn } from '../sign-in/offers-sign-in.ts';

/** What a page gets so that people can choose by which role it asks. */
export interface WhoAsks {
  /** HTML for the header of the page; empty where nothing can be chosen. */
  readonly control: string;
  /** A script that adds the chosen role to each request of the page. */
  readonly script: string;
}

const NOBODY_TO_CHOOSE: WhoAsks = { control: '', script: '' };

/** The choice is kept while the tab is open. A role among the headers of a request wins over it. */
const SCRIPT = `(() => {
  const KEY = 'joinery.role';
  const select = document.querySelector('#who-asks select');
  const kept = sessionStorage.getItem(KEY);
  if ([...select.options].some(({ value }) => value === kept)) select.value = kept;
  select.addEventListener('change', () => sessionStorage.setItem(KEY, select.value));
  // After signing out the role is gone.
  window.addEventListener('joinery-session', () => {
    if (sessionStorage.getItem('joinery.session') !== null) return;
    sessionStorage.removeItem(KEY);
    select.selectedIndex = 0;
  });
  const send = window.fetch;
  window.fetch = (target, options) => {
    const request = new Request(target, options);
    const { headers, url } = request;
    const named = headers.has('X-API-Role') || headers.has('X-MS-API-ROLE');
    const chosen = select.value !== '' && !named;
    if (chosen && new URL(url).origin === location.origin) headers.set('X-API-Role', String.fromCharCode(...new TextEncoder().encode(select.value)));
    return send(request);
  };
})();`;

/**
 * The choice among roles: where a request has whatever role it names, or where people can sign in and have roles. Empty elsewhere.
 */
export function whoAsks({ config, model }: Pick<Application, 'config' | 'model'>): WhoAsks {
  const { runtime } = config;
  const signsIn = offersSignIn(runtime);
  if (runtime.authentication.provider !== 'Simulator' && !signsIn) return NOBODY_TO_CHOOSE;
  const usual = signsIn ? '' : roleWithoutHeader(config);
  const nothing = signsIn ? '<option value="" selected>no role by name</option>' : '';
  const options = [...model.roles].map((role) => {
    const text = escapeHtml(role);
    return `<option value="${text}"${role === usual ? ' selected' : ''}>${text}</option>`;
  });
  return {
    control: `<label id="who-asks">Ask as <select>${nothing}${options.join('')}</select></label>`,
    script: SCRIPT,
  };
}
