import { cronBounds, type CronPart } from '@suoan/kit/cron'
import { Radio } from 'antd'
import { changePart, partOf, type CronDraft } from '../model/draft.ts'
import { limitsOf, listPart, plainModeOf, startsOf, type PlainUnit } from '../model/modes.ts'
import { ListBox, ModeRow, NumberBox, numberOptions } from './ModeRow.tsx'

/** Words of a unit: each one of it, a count of it, one of it. */
const words: Readonly<
  Record<PlainUnit, { readonly each: string; readonly count: string; readonly one: string }>
> = {
  second: { each: '每一秒钟', count: '秒', one: '秒' },
  minute: { each: '每一分钟', count: '分钟', one: '分' },
  hour: { each: '每一小时', count: '小时', one: '时' },
  month: { each: '每一月', count: '个月', one: '月' },
  year: { each: '每一年', count: '年', one: '年' },
}

interface PlainTabProps {
  readonly draft: CronDraft
  readonly unit: PlainUnit
  /** The present year. */
  readonly year: number
  onChange(draft: CronDraft): void
}

/** Every one, from one on each so many, a list, a range (5-screens.md §13.4). */
export function PlainTab({ draft, unit, year, onChange }: PlainTabProps) {
  const part = partOf(draft, unit)
  const mode = plainModeOf(part)
  const { min, max } = limitsOf(unit)
  const { each, count, one } = words[unit]
  const write = (next: CronPart) => onChange(changePart(draft, unit, next))
  const starts = startsOf(unit, year)
  // The boxes of what is not chosen stand at what they would begin with.
  const loop = part.mode === 'loop' ? part : starts.loop
  const range = mode === 'range' && part.mode === 'range' ? part : starts.range
  return (
    <Radio.Group
      className="cron-modes"
      value={mode}
      onChange={({ target }: { target: { value?: keyof typeof starts } }) => {
        if (target.value) write(starts[target.value])
      }}
    >
      <ModeRow mode="every" title={each} />
      <ModeRow mode="loop" title={`每隔几${count}执行`} words="每隔">
        <NumberBox
          label={`间隔${one}数`}
          min={1}
          max={cronBounds[unit].maxStep}
          value={loop.step}
          disabled={mode !== 'loop'}
          onChange={(step) => write({ ...loop, step })}
        />
        {count}执行，从
        <NumberBox
          label={`起始${one}`}
          min={min}
          max={max}
          value={loop.from ?? min}
          disabled={mode !== 'loop'}
          onChange={(from) => write({ ...loop, from })}
        />
        {one}开始
      </ModeRow>
      <ModeRow mode="specify" title={`具体${one}数（可多选）`}>
        <ListBox
          label={`具体${one}数`}
          values={part.mode === 'specify' ? part.values : []}
          options={numberOptions(min, max)}
          disabled={mode !== 'specify'}
          onChange={(values) => write(listPart(values, unit))}
        />
      </ModeRow>
      <ModeRow mode="range" title={`周期，从几${one}到几${one}`} words="周期从">
        <NumberBox
          label={`周期开始${one}`}
          min={min}
          max={max}
          value={range.from}
          disabled={mode !== 'range'}
          onChange={(from) => write({ ...range, from })}
        />
        到
        <NumberBox
          label={`周期结束${one}`}
          min={min}
          max={max}
          value={range.to}
          disabled={mode !== 'range'}
          onChange={(to) => write({ ...range, to })}
        />
        {one}
      </ModeRow>
      {mode === 'other' && <ModeRow mode="other" title={`其他写法：${draft.texts[unit]}，请在下方修改`} />}
    </Radio.Group>
  )
}
