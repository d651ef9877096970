import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import type { RuleResult } from '@suoan/contract'
import { ruleNames } from '@suoan/domain/verdict'
import './refusal.css'

/** Rules with their verdicts: sign and words, and small beside them which rule says so. */
export function RuleList({ rules }: { rules: readonly RuleResult[] }) {
  return (
    <ul className="rule-list">
      {rules.map((rule, index) => (
        <li key={`${rule.id}${index}`} className={rule.pass ? 'rule-pass' : 'rule-fail'}>
          {rule.pass ? <CheckCircleFilled /> : <CloseCircleFilled />}
          <span>
            {rule.text}
            <RuleCode id={rule.id} says={rule.pass ? '通过' : '不通过'} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The rule's code and name, small: for whoever asks after it, not for whoever reads what to do. */
export function RuleCode({ id, says = '' }: { id: string; says?: string }) {
  return (
    <small className="rule-code">
      {id} {ruleNames[id] ?? ''} {says}
    </small>
  )
}
