import { AdvancedQueryDialog } from '@suoan/ui/advanced-query'
import { savedFromText, savedToText, type SavedQueries } from '@suoan/ui/query-lines'
import { Button, Input, InputNumber } from 'antd'
import { useState, type ComponentProps } from 'react'
import { Demo } from '../../Demo.tsx'

type Props = ComponentProps<typeof AdvancedQueryDialog>

const fields: Props['fields'] = [
  { value: 'lockCode', label: '锁具编号' },
  { value: 'battery', label: '电量(%)', rules: ['eq', 'ge', 'le', 'between'] },
]

export default function Example() {
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState<Pick<Props, 'lines' | 'match'>>({ lines: [], match: 'and' })
  const [saved] = useState(savedHere)
  return (
    <>
      <Demo label="条件" value={asked}>
        <Button type="primary" onClick={() => setOpen(true)}>
          高级查询
        </Button>
      </Demo>
      {open && (
        <AdvancedQueryDialog
          {...asked}
          fields={fields}
          saved={saved}
          editor={({ field, many, range, value, onChange, ...props }) =>
            field === 'battery' && !many && !range ? (
              <InputNumber
                {...props}
                value={value ? Number(value) : null}
                onChange={(typed) => onChange(String(typed ?? ''))}
              />
            ) : (
              <Input {...props} value={value} onChange={(event) => onChange(event.target.value)} />
            )
          }
          onApply={(lines, match) => setAsked({ lines, match })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Saved queries that live as long as the page. */
function savedHere(): SavedQueries {
  let text = '[]'
  const all = () => savedFromText(text)
  const others = (title: string) => all().filter((each) => each.title !== title)
  return {
    all,
    keep: (saved) => (text = savedToText([...others(saved.title), saved])),
    drop: (title) => (text = savedToText(others(title))),
  }
}
