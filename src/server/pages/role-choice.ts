import type { Application } from '../../app/application.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import type { Runtime } from '../../config/config.ts';
import { roleWithoutHeader } from '../identity/role-without-header.ts';
import { offersSignIn } from '../sign-in/sign-in-tags.ts';

/** Parts of a page. Both are empty if users cannot choose a role. */
interface RoleChoice {
  readonly control: string;
  readonly script: string;
}

/** Returns true if users can choose a role: any role with `Simulator`, or else a role of the signed-in user. */
const choosesRole = (runtime: Runtime): boolean =>
  runtime.mode === 'development' && (runtime.authentication.provider === 'Simulator' || offersSignIn(runtime));

/**
 * The chosen role is stored until the tab closes. `ownRoles` returns the role with the most rights first; undefined for
 * anonymous users.
 */
export const ROLE_FUNCTIONS = `
  const ROLE = 'joinery.role';
  const ownRoles = () => JSON.parse(sessionStorage.getItem('joinery.session') ?? 'null')?.roles;
  const chosenRole = (roles) => roles.find((role) => role === sessionStorage.getItem(ROLE)) ?? roles[0];
`;

/** Adds the chosen role to requests without a role header. A role in the URL becomes the chosen role. */
const SCRIPT = `(() => {${ROLE_FUNCTIONS}
  const select = document.querySelector('#role-choice select');
  const url = new URL(location.href);
  if (url.searchParams.has('role')) {
    sessionStorage.setItem(ROLE, url.searchParams.get('role'));
    url.searchParams.delete('role');
    history.replaceState(history.state, '', url);
  }
  const [usual] = select.options;
  const show = () => {
    if (select.dataset.own === undefined) {
      if ([...select.options].some(({ value }) => value === sessionStorage.getItem(ROLE))) select.value = sessionStorage.getItem(ROLE);
      return;
    }
    const roles = ownRoles();
    if (roles === undefined) select.replaceChildren(usual);
    else {
      select.replaceChildren(...(roles.length === 0 ? [new Option('authenticated', '')] : roles.map((role) => new Option(role))));
      select.value = chosenRole(roles) ?? '';
    }
  };
  show();
  select.addEventListener('change', () => sessionStorage.setItem(ROLE, select.value));
  window.addEventListener('joinery-session', show);
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

/** With sign-in, the script fills the control with the roles of the user. */
export function roleChoice({ config, model }: Pick<Application, 'config' | 'model'>): RoleChoice {
  const { runtime } = config;
  if (!choosesRole(runtime)) return { control: '', script: '' };
  const defaultRole = roleWithoutHeader(config);
  const options = [...model.roles].map((role) => {
    const text = escapeHtml(role);
    return `<option value="${text}"${role === defaultRole ? ' selected' : ''}>${text}</option>`;
  });
  const select = offersSignIn(runtime)
    ? `<select data-own><option value="">${defaultRole}</option></select>`
    : `<select>${options.join('')}</select>`;
  return { control: `<label id="role-choice">Send requests as ${select}</label>`, script: SCRIPT };
}
