import { resourcePage } from '@suoan/console-base/resource/resource-page.tsx'
import { flowStep } from '@suoan/contract'
import { NamedPeopleInput } from './NamedPeopleInput.tsx'

/** 审批步骤: every step of every flow; the people that a step names are picked. */
export default resourcePage(flowStep, {
  form: { inputs: { userIds: ({ disabled }) => <NamedPeopleInput disabled={disabled} /> } },
})
