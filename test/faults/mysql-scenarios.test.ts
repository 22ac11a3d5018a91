import { describeFamily } from './describe-family.ts';

describeFamily('mysql');
