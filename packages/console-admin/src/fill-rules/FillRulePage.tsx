import { fillRule, fillRuleEndpoints } from '@suoan/contract'
import { call } from '@suoan/console-base/request/call.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { JsonInput } from '@suoan/console-base/resource/widgets/JsonInput.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { ClassHelp, ClassSelect } from './ClassSelect.tsx'

/** 系统编码规则 with its test (5-screens.md §6.17). */
export default function FillRulePage() {
  return (
    <div className="card">
      <ResourceView
        resource={fillRule}
        columns={{
          ruleName: { align: 'left' },
          ruleCode: { align: 'left', width: 200 },
          ruleClass: { align: 'left', width: 240 },
          ruleParams: { align: 'left', width: 300 },
        }}
        form={{
          width: 800,
          inputs: {
            ruleClass: ({ disabled }) => <ClassSelect disabled={disabled} />,
            ruleParams: ({ disabled }) => <ParamsInput disabled={disabled} />,
          },
        }}
        rowActions={[{ key: 'try', label: '功能测试', run: (row) => tryRule(row.ruleCode ?? '') }]}
        emptyText="还没有编码规则；新增后，相应的编号可以不填，由系统按规则生成"
      />
    </div>
  )
}

interface InputProps {
  readonly disabled: boolean
  readonly value?: string | null
  readonly id?: string
  onChange?(text: string): void
}

function ParamsInput(props: InputProps) {
  return (
    <>
      <JsonInput label="规则参数" {...props} />
      <ClassHelp />
    </>
  )
}

/** Shows what the rule gives next; the number is not taken. */
async function tryRule(ruleCode: string): Promise<void> {
  const close = feedback().message.loading('生成中...', 0)
  try {
    const value = await call(fillRuleEndpoints.test, { ruleCode })
    feedback().modal.info({
      title: '填值规则功能测试',
      content: `生成结果：${value}（未占用编号）`,
      okText: '知道了',
    })
  } finally {
    close()
  }
}
