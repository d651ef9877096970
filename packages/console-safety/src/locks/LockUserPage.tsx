import { resourcePage } from '@suoan/console-base/resource/resource-page.tsx'
import { lazyInput } from '@suoan/console-base/resource/widgets/lazy-input.tsx'
import { lockUser } from '@suoan/contract'

const WeekPlanInput = lazyInput(() => import('./WeekPlanInput.tsx').then((m) => m.WeekPlanInput))
const CredentialsInput = lazyInput(() => import('./CredentialsInput.tsx').then((m) => m.CredentialsInput))

/** 锁具用户: when a periodic grant holds, and what a lock knows the person by, a table each. */
export default resourcePage(lockUser, {
  form: {
    inputs: {
      weekPlan: ({ disabled }) => <WeekPlanInput disabled={disabled} />,
      credRef: ({ disabled }) => <CredentialsInput disabled={disabled} />,
    },
  },
})
