import { QueryInput, type QueryOperator } from '@suoan/ui/query-input'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

const operators: readonly { readonly operator: QueryOperator; readonly label: string }[] = [
  { operator: 'like', label: '包含' },
  { operator: 'ne', label: '不等于' },
  { operator: 'ge', label: '大于等于' },
  { operator: 'le', label: '小于等于' },
]

export default function Example() {
  const [asked, setAsked] = useState<Partial<Record<QueryOperator, string>>>({ like: '*阀门*' })
  return operators.map(({ operator, label }) => (
    <Demo key={operator} label={label} value={asked[operator] ?? ''}>
      <QueryInput
        operator={operator}
        value={asked[operator] ?? ''}
        onChange={(value) => setAsked({ ...asked, [operator]: value })}
      />
    </Demo>
  ))
}
