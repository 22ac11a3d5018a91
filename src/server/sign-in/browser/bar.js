import { currentSession, signIn, signOut } from './session.js';

const STYLE = `
  div { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; }
  button { padding: 0.15rem 0.8rem; border: 1px solid currentColor; border-radius: 0.3rem; font: inherit; color: inherit; background: none; cursor: pointer; }
  button:hover, button:focus-visible { background: light-dark(#dfe7f5, #2f3a4d); }
`;

class SignInBar extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    // A style element would need a source in the content security policy; a style sheet object does not.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const box = document.createElement('div');
    this.who = document.createElement('span');
    this.button = document.createElement('button');
    box.append(this.who, this.button);
    root.append(box);
    this.button.addEventListener('click', () => this.toggle());
    window.addEventListener('joinery-session', () => this.show());
    this.show();
  }

  show() {
    const session = currentSession();
    this.who.textContent = session === undefined ? 'Nobody is signed in' : session.name;
    this.button.textContent = session === undefined ? 'Sign in' : 'Sign out';
  }

  async toggle() {
    try {
      await (currentSession() === undefined ? signIn() : signOut());
    } catch (error) {
      this.who.textContent = `Sign-in or sign-out failed: ${error.message}`;
    }
  }
}

customElements.define('sign-in-bar', SignInBar);
