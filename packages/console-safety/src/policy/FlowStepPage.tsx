import { resourcePage } from '@suoan/console-base/resource/resource-page.tsx'
import { flowStep } from '@suoan/contract'
import { quorumText } from './quorum-text.ts'
import { NamedPeopleInput } from './NamedPeopleInput.tsx'

/** 审批步骤: every step of every flow; the people that a step names are picked. */
export default resourcePage(flowStep, {
  columns: {
    flowId: { width: 280 },
    stepNo: {
      width: 72,
      heading: (row) =>
        `${row.stage_dictText ?? '步骤'} ${row.stepNo ?? ''} · ${row.roleTag_dictText ?? row.roleTag ?? ''}`,
    },
    quorum: { width: 110, render: (row) => quorumText(row.quorum ?? '') },
  },
  form: { inputs: { userIds: ({ disabled }) => <NamedPeopleInput disabled={disabled} /> } },
})
