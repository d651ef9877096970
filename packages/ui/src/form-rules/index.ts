export {
  countRules,
  jsonRule,
  judgedRule,
  lengthRules,
  namedRules,
  patternNames,
  patternRule,
  type FormRules,
} from './form-rules.ts'
export { boundWords } from './words.ts'
export type { PatternName } from '@suoan/kit/pattern'
