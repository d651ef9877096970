import { CheckCircleFilled, CloseCircleFilled, WarningFilled } from '@ant-design/icons'
import { Alert, Collapse } from 'antd'
import { RuleList } from '@suoan/console-base/refusal/RuleList.tsx'
import type { OpenVerdict } from './open-verdict.ts'

/** 可以开锁吗？为什么不可以？ All rules, those that said no first, and what would make it a yes. */
export function VerdictView({ verdict }: { verdict: OpenVerdict }) {
  return (
    <div aria-live="polite">
      <Alert
        type={verdict.tone}
        showIcon
        icon={
          verdict.tone === 'success' ? (
            <CheckCircleFilled />
          ) : verdict.allow ? (
            <WarningFilled />
          ) : (
            <CloseCircleFilled />
          )
        }
        title={verdict.title}
        description={`通道：${verdict.leg}`}
      />
      {verdict.never !== null && (
        <Alert
          className="verdict-never"
          type="warning"
          showIcon
          title="现在没有人能让它变为允许"
          description={verdict.never}
        />
      )}
      {verdict.changes.length > 0 && (
        <section className="verdict-changes">
          <h4>做到以下{verdict.changes.length > 1 ? ` ${verdict.changes.length} 件事` : '这件事'}即可开锁</h4>
          <ol>
            {verdict.changes.map((change) => (
              <li key={change.text}>
                <span className="verdict-by">{change.by}</span>
                <span>{change.text}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {verdict.failed.length > 0 && (
        <>
          <h4>不通过的规则</h4>
          <RuleList rules={verdict.failed} />
        </>
      )}
      {verdict.passed.length > 0 && (
        <Collapse
          ghost
          size="small"
          items={[
            {
              key: 'passed',
              label: `已通过 ${verdict.passed.length} 项`,
              children: <RuleList rules={verdict.passed} />,
            },
          ]}
        />
      )}
    </div>
  )
}
