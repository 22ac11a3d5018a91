import { didYouMean } from '../base/did-you-mean.ts';
import type { Entity } from '../model/model.ts';
import { clip } from '../odata/tokens.ts';

/** Says that there is no such name. @param known names for a "did you mean"; empty where names may not be told */
export const unknownName = ({ name: entity }: Entity, name: string, known: Iterable<string>): string =>
  `"${entity}" has no "${clip(name)}".${didYouMean(name, known)}`;

/** Says that a relationship stands where only a field can. @param advice how it is meant to be written */
export const noField = ({ name: entity }: Entity, name: string, advice: string): string =>
  `"${name}" of "${entity}" is a relationship, where a field must stand: ${advice}.`;

/** Says that a field stands where only a relationship can. */
export const noRelationship = ({ name: entity }: Entity, name: string): string =>
  `"${name}" of "${entity}" is a field, where a relationship must stand.`;
