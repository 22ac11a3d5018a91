import type { Dialect } from '../../../sql/dialect.ts';
import type { RootQuery } from '../../../sql/query.ts';
import type { Forms } from './forms.ts';
import { connectionApart, rootConnection } from './root-connection.ts';
import { rootList, rootOne, rowApart } from './root-rows.ts';
import { type Root, readRoots, unionOf } from './roots.ts';
import { rootFunction } from './routines.ts';

/**
 * `read`: one statement that gives a row for each item of a list and for each object; see `unionOf`. `readApart`: the same, with the facts of
 * the one root as columns or rows of their own.
 */
export const readsOf = (forms: Forms): Pick<Dialect, 'read' | 'readApart'> => ({
  read: (queries) => {
    const roots = queries.map((query) => rootOf(query, forms));
    return { sql: unionOf(roots, forms), read: readRoots(roots) };
  },
  readApart: (root) => {
    const apart =
      root.kind === 'one' ? rowApart(root.query, root.apart, forms.nested) : connectionApart(root.query, forms);
    const readOne = readRoots([apart]);
    return { sql: unionOf([apart], forms), read: (result) => readOne(result).flat() };
  },
});

function rootOf(root: RootQuery, forms: Forms): Root {
  switch (root.kind) {
    case 'one':
      return rootOne(root.query, forms.nested);
    case 'list':
      return rootList(root.query, forms);
    case 'connection':
      return rootConnection(root.query, forms);
    case 'call':
      return rootFunction(root.query);
  }
}
