import { labelOf } from '@suoan/domain/dictionaries'

/** The risk of an area: its word and its colour together (`lo_risk_level`); nothing where none is set. */
export function RiskMark({ level }: { readonly level: number | null }) {
  if (level === null) return null
  const [word = ''] = labelOf('lo_risk_level', String(level)).split('(')
  return <span className={`risk-mark risk-${level}`}>{word}风险</span>
}
