import { CheckCircleFilled, CloseCircleFilled, WarningFilled } from '@ant-design/icons'
import { Alert, Collapse } from 'antd'
import { RuleList } from '../../refusal/RuleList.tsx'
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
      {verdict.failed.length > 0 && <RuleList rules={verdict.failed} />}
      {verdict.fix.length > 0 && (
        <>
          <h4>可以这样处理</h4>
          <ol>
            {verdict.fix.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ol>
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
