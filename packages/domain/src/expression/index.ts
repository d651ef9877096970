export {
  maxDepth,
  maxLength,
  type Expression,
  type ExpressionContext,
  type ExpressionError,
  type ExpressionValue,
} from './syntax.ts'
export { namesIn, parseExpression } from './parse.ts'
export { evaluate, evaluateText, expressionMistake, type Outcome } from './evaluate.ts'
