import { checkRule } from '@suoan/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { lazyInput } from '@suoan/console-base/resource/widgets/lazy-input.tsx'

const RuleEntries = lazyInput(() => import('./RuleEntries.tsx').then((m) => m.RuleEntries))
const TryRule = lazyPart('TryRule', () => import('./TryRule.tsx').then((m) => m.TryRule))

/** 系统校验规则 with its test (5-screens.md §6.15). */
export default function CheckRulePage() {
  const [tried, setTried] = useState<RowOf<typeof checkRule.fields> | null>(null)
  return (
    <div className="card">
      <ResourceView
        resource={checkRule}
        columns={{
          ruleName: { align: 'left' },
          ruleCode: { align: 'left', width: 240 },
          ruleDescription: { align: 'left', width: 360 },
        }}
        form={{ width: 1000, inputs: { ruleJson: ({ disabled }) => <RuleEntries disabled={disabled} /> } }}
        rowActions={[{ key: 'try', label: '功能测试', primary: true, run: (row) => setTried(row) }]}
      />
      <Suspense fallback={null}>
        {tried && (
          <TryRule
            ruleName={tried.ruleName ?? ''}
            ruleCode={tried.ruleCode ?? ''}
            onClose={() => setTried(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
