import { follow } from './urql.ts';

/** Shows the titles of the tasks in a page. */
const [url = ''] = new URLSearchParams(location.search).getAll('url');
follow(url, 'subscription { tasks(orderBy: { id: ASC }) { id title } }', (data) => {
  const { tasks } = data as { readonly tasks: readonly { readonly title: string }[] };
  document.body.textContent = tasks.map(({ title }) => title).join(', ');
});
