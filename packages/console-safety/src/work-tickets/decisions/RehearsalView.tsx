import type { Rehearsal } from '@suoan/contract'
import { Alert, Collapse } from 'antd'
import { useEffect, useRef } from 'react'
import { RuleList } from '@suoan/console-base/refusal/RuleList.tsx'

/** What an approval would do: where the ticket goes, whom it then waits for, what it says otherwise, and every rule. */
export function RehearsalView({ rehearsal }: { rehearsal: Rehearsal }) {
  const { passes, refusal, workStatus_dictText: status, changes, next, rules } = rehearsal
  const failed = rules.filter(({ pass }) => !pass)
  const box = useRef<HTMLDivElement>(null)
  // It comes above the button that was pressed, and on a phone below the window.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [rehearsal])
  return (
    <div ref={box} className="gap-top" role="status">
      <Alert
        type={passes ? 'success' : 'error'}
        showIcon
        title={passes ? `试算：通过后工作票变为“${status}”` : `试算：现在审批会被拒绝。${refusal}`}
        description={
          <>
            {passes && (
              <p className="cell-whole">
                {next.length > 0 ? `随后等待 ${next.join('、')}` : '没有其他人需要再审核或审批'}
              </p>
            )}
            {changes.length > 0 && (
              <ul className="rehearsal-changes">
                {changes.map(({ label, old, new: now }) => (
                  <li key={label} className="cell-whole">
                    {label}：<del>{old ?? '（空）'}</del> → <ins>{now ?? '（空）'}</ins>
                  </li>
                ))}
              </ul>
            )}
            <RuleList rules={failed} />
            {passes && <small>试算没有改变工作票，也没有签署。</small>}
          </>
        }
      />
      <Collapse
        ghost
        size="small"
        items={[{ key: 'rules', label: `${rules.length} 项检查`, children: <RuleList rules={rules} /> }]}
      />
    </div>
  )
}
