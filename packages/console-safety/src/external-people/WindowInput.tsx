import { shanghaiTime } from '@suoan/kit/shanghai'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Radio } from 'antd'
import { DayInput } from './DayInput.tsx'

/** When a pass is good: from now to the end of today, or a stretch of days. */
export interface PassWindow {
  readonly kind: 'today' | 'days'
  /** `YYYY-MM-DD` */
  readonly from: string
  readonly to: string
}

const dayOf = (at: number) => shanghaiTime(at).slice(0, 10)

export function today(): PassWindow {
  const day = dayOf(Date.now())
  return { kind: 'today', from: day, to: day }
}

/** What the call is sent; nothing for today, so that the server's clock says when that ends. */
export const sentWindow = ({ kind, from, to }: PassWindow): { validFrom?: string; validTo?: string } =>
  kind === 'today' ? {} : { validFrom: `${from} 00:00:00`, validTo: `${to} 23:59:59` }

/** How long the pass is good. */
export function WindowInput({ value, onChange }: { value: PassWindow; onChange(window: PassWindow): void }) {
  return (
    <>
      <LabelledItem label="有效期">
        <Radio.Group
          optionType="button"
          buttonStyle="solid"
          value={value.kind}
          options={[
            { value: 'today', label: '今天' },
            { value: 'days', label: '指定日期（最长 7 天）' },
          ]}
          onChange={(event) => onChange({ ...value, kind: event.target.value === 'days' ? 'days' : 'today' })}
        />
      </LabelledItem>
      {value.kind === 'days' && (
        <div className="pass-days">
          <LabelledItem label="自" required>
            <DayInput
              allowClear={false}
              value={value.from}
              onChange={(from) => onChange({ ...value, from })}
            />
          </LabelledItem>
          <LabelledItem label="至" required>
            <DayInput
              allowClear={false}
              value={value.to}
              min={value.from}
              onChange={(to) => onChange({ ...value, to })}
            />
          </LabelledItem>
        </div>
      )}
    </>
  )
}
