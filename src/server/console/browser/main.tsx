import { render } from 'preact';
import { App } from './app.tsx';
import { Controls } from './controls.tsx';
import { watchModel } from './state/model.ts';

const mount = (selector: string, content: preact.ComponentChild): void => {
  const parent = document.querySelector(selector);
  if (parent === null) throw new Error(`The page has no element ${selector}.`);
  parent.replaceChildren();
  render(content, parent);
};

watchModel();
mount('#console', <App />);
mount('#console-controls', <Controls />);

// The hash selects the view, so a plain link to an anchor would change the view.
document.querySelector('.skip-link')?.addEventListener('click', (event) => {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
});

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;
  if (isTyping) return;
  event.preventDefault();
  const toggle = document.querySelector<HTMLElement>('.sidebar-toggle[aria-expanded=false]');
  if (toggle !== null && toggle.offsetParent !== null) toggle.click();
  document.querySelector<HTMLInputElement>('#entity-search')?.focus();
});
