export {
  maxDepth,
  maxLength,
  type Expression,
  type ExpressionContext,
  type ExpressionError,
  type ExpressionValue,
} from './syntax.ts'
export { namesIn, parseExpression, type Parsed } from './parse.ts'
export { evaluate, evaluateText, expressionMistake, type Outcome } from './evaluate.ts'
