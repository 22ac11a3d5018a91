import { bad, type Case } from './expected.ts';
import { post, postWith, type Send } from './send.ts';

const atPath = (path: string): Send => post(`{ products(filter: { attributes: { path: ${path} } }) { id } }`);

/** Invalid JSON paths, one error each. */
export const badPaths: readonly Case[] = [
  ['a path that is none', atPath('{ at: "size.width", eq: 1 }'), bad(/Invalid JSON path at position 0: "size/)],
  [
    'a path that looks everywhere',
    atPath('{ at: "$..width", eq: 1 }'),
    bad(/Invalid JSON path at position 1: "\$\.\.width"/),
  ],
  ['a path to nowhere', atPath('{ eq: 1 }'), bad(/"?at"? of required type "String!" was not provided/)],
  [
    'a variable within JSON',
    postWith(
      'query ($w: Int) { products(filter: { attributes: { path: { at: "$.size", eq: { width: $w } } } }) { id } }',
      '{"w":1}',
    ),
    bad(/"\$w" is part of a value\. Pass the whole value as one variable/),
  ],
  [
    'a number within JSON of 1e1001',
    postWith(
      'query ($v: JSON) { products(filter: { attributes: { path: { at: "$", eq: $v } } }) { id } }',
      '{"v":[1e1001]}',
    ),
    bad(/number in JSON: .*maximum exponent of 1000/),
  ],
];
