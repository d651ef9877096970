export {
  maxDepth,
  maxLength,
  type Expression,
  type ExpressionContext,
  type ExpressionValue,
} from './syntax.ts'
export { namesIn, parseExpression } from './parse.ts'
export { evaluate, evaluateText, expressionMistake } from './evaluate.ts'
