import { didYouMean } from '../base/did-you-mean.ts';
import type { Entity } from '../model/model.ts';
import { truncate } from '../odata/tokens.ts';

/** @param known empty if names must not be revealed */
export const unknownField = ({ name: entity }: Entity, name: string, known: Iterable<string>): string =>
  `Unknown field "${truncate(name)}" on entity "${entity}".${didYouMean(name, known)}`;

/** @param known empty if names must not be revealed */
export const unknownRelationship = ({ name: entity }: Entity, name: string, known: Iterable<string>): string =>
  `Unknown relationship "${truncate(name)}" on entity "${entity}".${didYouMean(name, known)}`;

export const noField = ({ name: entity }: Entity, name: string, advice: string): string =>
  `"${name}" on entity "${entity}" is a relationship, not a field. ${advice}.`;

export const noRelationship = ({ name: entity }: Entity, name: string): string =>
  `"${name}" on entity "${entity}" is a field, not a relationship.`;
