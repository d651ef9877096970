import { cronBounds, type CronPart } from '@suoan/kit/cron'
import { Radio } from 'antd'
import type { ReactNode } from 'react'
import { changePart, partOf, type CronDraft } from '../model/draft.ts'
import {
  dayModeOf,
  dayModes,
  listPart,
  startOfDayMode,
  weekdayOptions,
  type DayMode,
} from '../model/modes.ts'
import { ChoiceBox, ListBox, ModeRow, NumberBox, numberOptions } from './ModeRow.tsx'

interface DayTabProps {
  readonly draft: CronDraft
  onChange(draft: CronDraft): void
}

/** The row of a mode: its words, and the boxes of the part it writes. */
interface Row {
  readonly title: string
  readonly words?: string
  readonly boxes?: (part: CronPart, write: (next: CronPart) => void, disabled: boolean) => ReactNode
}

const { min, max, maxStep } = cronBounds.day

/** Boxes of a part of one kind; the part of another one is never shown to them. */
const boxesOf =
  <M extends CronPart['mode']>(
    mode: M,
    draw: (
      part: Extract<CronPart, { mode: M }>,
      write: (next: CronPart) => void,
      disabled: boolean,
    ) => ReactNode,
  ): NonNullable<Row['boxes']> =>
  (part, write, disabled) =>
    isOf(part, mode) ? draw(part, write, disabled) : null

const isOf = <M extends CronPart['mode']>(part: CronPart, mode: M): part is Extract<CronPart, { mode: M }> =>
  part.mode === mode

const rows: Readonly<Record<DayMode, Row>> = {
  every: { title: '每一天' },
  weekLoop: {
    title: '每周从周几开始，每隔几天执行',
    words: '每周从',
    boxes: boxesOf('loop', (part, write, disabled) => (
      <>
        <ChoiceBox
          label="开始的周几"
          options={weekdayOptions}
          value={part.from ?? 1}
          disabled={disabled}
          onChange={(from) => write({ ...part, from })}
        />
        开始，每隔
        <NumberBox
          label="每周内间隔天数"
          min={1}
          max={cronBounds.week.maxStep}
          value={part.step}
          disabled={disabled}
          onChange={(step) => write({ ...part, step })}
        />
        天执行
      </>
    )),
  },
  dayLoop: {
    title: '每隔几天执行，从几日开始',
    words: '每隔',
    boxes: boxesOf('loop', (part, write, disabled) => (
      <>
        <NumberBox
          label="间隔天数"
          min={1}
          max={maxStep}
          value={part.step}
          disabled={disabled}
          onChange={(step) => write({ ...part, step })}
        />
        天执行，从
        <NumberBox
          label="起始日"
          min={min}
          max={max}
          value={part.from ?? min}
          disabled={disabled}
          onChange={(from) => write({ ...part, from })}
        />
        日开始
      </>
    )),
  },
  weekdays: {
    title: '具体星期几（可多选）',
    boxes: boxesOf('specify', (part, write, disabled) => (
      <ListBox
        label="具体星期几"
        values={disabled ? [] : part.values}
        options={weekdayOptions}
        disabled={disabled}
        onChange={(values) => write(listPart(values, 'week'))}
      />
    )),
  },
  days: {
    title: '具体天数（可多选）',
    boxes: boxesOf('specify', (part, write, disabled) => (
      <ListBox
        label="具体天数"
        values={disabled ? [] : part.values}
        options={numberOptions(min, max)}
        disabled={disabled}
        onChange={(values) => write(listPart(values, 'day'))}
      />
    )),
  },
  last: { title: '在这个月的最后一天' },
  lastWorkday: { title: '在这个月的最后一个工作日' },
  lastOfWeekday: {
    title: '在这个月的最后一个周几',
    words: '在这个月的最后一个',
    boxes: boxesOf('lastOfWeekday', (part, write, disabled) => (
      <ChoiceBox
        label="最后一个周几"
        options={weekdayOptions}
        value={part.weekday}
        disabled={disabled}
        onChange={(weekday) => write({ ...part, weekday })}
      />
    )),
  },
  beforeEnd: {
    title: '在本月底前几天',
    words: '在本月底前',
    boxes: boxesOf('last', (part, write, disabled) => (
      <>
        <NumberBox
          label="月底前天数"
          min={1}
          max={30}
          value={part.before}
          disabled={disabled}
          onChange={(before) => write({ ...part, before })}
        />
        天
      </>
    )),
  },
  workday: {
    title: '最近的工作日（周一至周五）至本月几日',
    words: '最近的工作日（周一至周五）至本月',
    boxes: boxesOf('workday', (part, write, disabled) => (
      <>
        <NumberBox
          label="工作日靠近的日"
          min={min}
          max={max}
          value={part.day}
          disabled={disabled}
          onChange={(day) => write({ ...part, day })}
        />
        日
      </>
    )),
  },
  nthWeekday: {
    title: '在这个月的第几个周几',
    words: '在这个月的第',
    boxes: boxesOf('nthWeekday', (part, write, disabled) => (
      <>
        <NumberBox
          label="第几个"
          min={1}
          max={5}
          value={part.nth}
          disabled={disabled}
          onChange={(nth) => write({ ...part, nth })}
        />
        个
        <ChoiceBox
          label="第几个的周几"
          options={weekdayOptions}
          value={part.weekday}
          disabled={disabled}
          onChange={(weekday) => write({ ...part, weekday })}
        />
      </>
    )),
  },
  dayRange: {
    title: '周期，从几日到几日',
    words: '周期从',
    boxes: boxesOf('range', (part, write, disabled) => (
      <>
        <NumberBox
          label="周期开始日"
          min={min}
          max={max}
          value={part.from}
          disabled={disabled}
          onChange={(from) => write({ ...part, from })}
        />
        到
        <NumberBox
          label="周期结束日"
          min={min}
          max={max}
          value={part.to}
          disabled={disabled}
          onChange={(to) => write({ ...part, to })}
        />
        日
      </>
    )),
  },
  weekRange: {
    title: '周期，从周几到周几',
    words: '周期从',
    boxes: boxesOf('range', (part, write, disabled) => (
      <>
        <ChoiceBox
          label="周期开始的周几"
          options={weekdayOptions}
          value={part.from}
          disabled={disabled}
          onChange={(from) => write({ ...part, from })}
        />
        到
        <ChoiceBox
          label="周期结束的周几"
          options={weekdayOptions}
          value={part.to}
          disabled={disabled}
          onChange={(to) => write({ ...part, to })}
        />
      </>
    )),
  },
}

/** The eleven ways to choose days, and two ranges. Day and week stand together, as one alone of them speaks. */
export function DayTab({ draft, onChange }: DayTabProps) {
  const chosen = dayModeOf(draft)
  return (
    <Radio.Group
      className="cron-modes"
      value={chosen}
      onChange={({ target }: { target: { value?: DayMode } }) => {
        if (!target.value) return
        const { unit, part } = startOfDayMode[target.value]
        onChange(changePart(draft, unit, part))
      }}
    >
      {dayModes.map((mode) => {
        const { title, words = title, boxes } = rows[mode]
        const { unit, part } = startOfDayMode[mode]
        return (
          <ModeRow key={mode} mode={mode} title={title} words={words}>
            {boxes?.(
              mode === chosen ? partOf(draft, unit) : part,
              (next) => onChange(changePart(draft, unit, next)),
              mode !== chosen,
            )}
          </ModeRow>
        )
      })}
      {chosen === 'other' && (
        <ModeRow
          mode="other"
          title={`其他写法：日 ${draft.texts.day}，周 ${draft.texts.week}，请在下方修改`}
        />
      )}
    </Radio.Group>
  )
}
