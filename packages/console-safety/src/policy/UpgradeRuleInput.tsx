import { upgradeRuleShape, type StoredUpgradeRule } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { Alert, DatePicker, Select, TimePicker } from 'antd'
import dayjs from 'dayjs'
import './policy.css'

interface Props {
  readonly id?: string
  /** The stored rule as text; empty where the row has none. */
  readonly value?: string
  readonly disabled?: boolean
  onChange?(value: string | undefined): void
}

/** `lo_work_level` without 不分级, `lo_fire_zone`. */
const levels = ['0', '1', '2', '3', '4'].map((value) => ({
  value,
  label: `升为${labelOf('lo_work_level', value)}`,
}))
const zones = ['1', '2', '3']

/** 升级规则: which circumstance raises the work to which level. The stored shape stays that of `upgradeRule`. */
export function UpgradeRuleInput({ id, value = '', disabled = false, onChange }: Props) {
  const rule = readRule(value)
  if (rule === null)
    return (
      <Alert
        type="error"
        showIcon
        title="原来的升级规则无法识别，此类作业不能提交"
        description={<code className="pair-text">{value}</code>}
        action={
          <button
            type="button"
            className="link-button"
            disabled={disabled}
            onClick={() => onChange?.(undefined)}
          >
            清空后重新设置
          </button>
        }
      />
    )
  const set = (part: Partial<StoredUpgradeRule>) => onChange?.(ruleText({ ...rule, ...part }))
  const level = (label: string, chosen: string | undefined, choose: (to: string | undefined) => void) => (
    <Select
      allowClear
      className="rule-level"
      placeholder="不升级"
      aria-label={`${label}升级到`}
      disabled={disabled}
      options={levels}
      {...(chosen === undefined ? {} : { value: chosen })}
      onChange={(to: string | undefined) => choose(to)}
    />
  )
  return (
    <div className="rule-form" {...(id ? { id } : {})}>
      <div className="rule-row">
        <span>夜间作业</span>
        {level('夜间作业', rule.night, (night) => set({ night }))}
        <TimePicker.RangePicker
          className="rule-more"
          format="HH:mm"
          order={false}
          disabled={disabled}
          placeholder={['22:00 起', '次日 06:00 止']}
          value={[timeOf(rule.nightFrom), timeOf(rule.nightTo)]}
          allowEmpty={[true, true]}
          onChange={(range) =>
            set({ nightFrom: range?.[0]?.format('HH:mm'), nightTo: range?.[1]?.format('HH:mm') })
          }
        />
      </div>
      <div className="rule-row">
        <span>节假日作业</span>
        {level('节假日作业', rule.holiday, (holiday) => set({ holiday }))}
        <DatePicker
          multiple
          className="rule-more"
          disabled={disabled}
          placeholder="本厂另外的休息日（法定节假日和周末已包括）"
          value={(rule.holidays ?? []).map((date) => dayjs(date))}
          onChange={(dates) =>
            set({ holidays: (dates ?? []).map((date) => date.format('YYYY-MM-DD')).toSorted() })
          }
        />
      </div>
      <div className="rule-row">
        <span>同一地点有其他作业</span>
        {level('同一地点有其他作业', rule.overlap, (overlap) => set({ overlap }))}
      </div>
      {zones.map((zone) => (
        <div key={zone} className="rule-row">
          <span>{labelOf('lo_fire_zone', zone)}</span>
          {level(labelOf('lo_fire_zone', zone), rule.fireZone?.[zone], (to) => {
            const { [zone]: _, ...others } = rule.fireZone ?? {}
            set({ fireZone: to === undefined ? others : { ...others, [zone]: to } })
          })}
        </div>
      ))}
      <p className="hint">
        动火作业在夜间（22:00–次日
        06:00）和节假日升一级、在火灾爆炸危险场所至少为一级，不填也有效；这里的规则只能更严。
      </p>
    </div>
  )
}

const timeOf = (time: string | undefined) => (time === undefined ? null : dayjs(time, 'HH:mm'))

/** The stored text as a rule; an empty text raises nothing, null is a text nobody can read. */
export function readRule(text: string): StoredUpgradeRule | null {
  if (text.trim() === '') return {}
  try {
    return upgradeRuleShape.safeParse(JSON.parse(text)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The rule as it is stored, without what says nothing; undefined when nothing is left. */
export function ruleText(rule: StoredUpgradeRule): string | undefined {
  const said = Object.entries(rule).filter(
    ([, each]) => each !== undefined && (typeof each !== 'object' || Object.keys(each).length > 0),
  )
  return said.length === 0 ? undefined : JSON.stringify(Object.fromEntries(said))
}
