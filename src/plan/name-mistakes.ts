import { didYouMean } from '../base/did-you-mean.ts';
import type { Entity } from '../model/model.ts';
import { clip } from '../odata/tokens.ts';

/** @param known names for a "did you mean"; empty if names must not be revealed */
export const unknownName = ({ name: entity }: Entity, name: string, known: Iterable<string>): string =>
  `"${entity}" has no "${clip(name)}".${didYouMean(name, known)}`;

/** @param advice the correct syntax */
export const noField = ({ name: entity }: Entity, name: string, advice: string): string =>
  `"${name}" of "${entity}" is a relationship, where a field must stand: ${advice}.`;

export const noRelationship = ({ name: entity }: Entity, name: string): string =>
  `"${name}" of "${entity}" is a field, where a relationship must stand.`;
