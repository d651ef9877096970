import { Collapse } from 'antd'
import { canDo } from '../session/may-do.ts'
import { useSession } from '../session/session-store.ts'
import type { RefusalModel } from './refusal-model.ts'
import { RuleList } from './RuleList.tsx'

/** Did a rule say no because of alarms (G16, R11)? */
const namesAlarms = ({ failed }: RefusalModel): boolean =>
  failed.some(
    ({ evidence }) =>
      typeof evidence === 'object' &&
      evidence !== null &&
      'alarms' in evidence &&
      Array.isArray(evidence.alarms) &&
      evidence.alarms.length > 0,
  )

/** The inside of a refusal: what the page has to say of it, every rule that said no, what to do, and the rest folded away. */
export function Refusal({ model, said }: { model: RefusalModel; said: readonly string[] }) {
  return (
    <div className="refusal">
      {said.map((each) => (
        <p key={each}>{each}</p>
      ))}
      {model.failed.length > 0 && <RuleList rules={model.failed} />}
      {model.fix.length > 0 && (
        <>
          <h4>可以这样处理</h4>
          <ol>
            {model.fix.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ol>
        </>
      )}
      {namesAlarms(model) && canDo(useSession.getState().permissions, 'lo:alarm:list') && (
        // Dialogs stand outside the router.
        <p>
          <a href="/isps/loAlarmList">打开报警列表</a>
        </p>
      )}
      {model.outcomeUnknown && <p>系统可能已收到，也可能没有。可安全重试：同一次操作不会执行两遍。</p>}
      {model.passed.length > 0 && (
        <Collapse
          ghost
          size="small"
          items={[
            {
              key: 'passed',
              label: `已通过 ${model.passed.length} 项`,
              children: <RuleList rules={model.passed} />,
            },
          ]}
        />
      )}
    </div>
  )
}
