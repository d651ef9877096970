import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import type { RuleResult } from '@suoan/contract'
import './refusal.css'

/** Rules with their verdicts: sign, id, words. */
export function RuleList({
  rules,
  titles = {},
}: {
  rules: readonly RuleResult[]
  titles?: Readonly<Record<string, string>>
}) {
  return (
    <ul className="rule-list">
      {rules.map((rule, index) => (
        <li key={`${rule.id}${index}`} className={rule.pass ? 'rule-pass' : 'rule-fail'}>
          {rule.pass ? <CheckCircleFilled /> : <CloseCircleFilled />}
          <span>
            <b>
              {rule.id} {titles[rule.id] ?? ''} {rule.pass ? '通过' : '不通过'}
            </b>
            <br />
            {rule.text}
          </span>
        </li>
      ))}
    </ul>
  )
}
