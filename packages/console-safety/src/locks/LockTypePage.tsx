import { resourcePage } from '@suoan/console-base/resource/resource-page.tsx'
import { lazyInput } from '@suoan/console-base/resource/widgets/lazy-input.tsx'
import { lockType } from '@suoan/contract'

const ThingModelInput = lazyInput(() => import('./ThingModelInput.tsx').then((m) => m.ThingModelInput))
const SensorsInput = lazyInput(() => import('./SensorsInput.tsx').then((m) => m.SensorsInput))

/** 锁具类型: what it senses is ticked, what its devices can do is a table. */
export default resourcePage(lockType, {
  form: {
    inputs: {
      sensors: ({ disabled }) => <SensorsInput disabled={disabled} />,
      thingModel: ({ disabled }) => <ThingModelInput disabled={disabled} />,
    },
  },
})
