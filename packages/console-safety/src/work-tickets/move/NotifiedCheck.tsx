import { Checkbox } from 'antd'

interface Props {
  /** What the people concerned have been told. */
  readonly of: string
  readonly value: boolean
  onChange(value: boolean): void
}

/** Who changes the energy says that everybody it concerns knows (G21). */
export function NotifiedCheck({ of, value, onChange }: Props) {
  return (
    <Checkbox className="big-check" checked={value} onChange={(event) => onChange(event.target.checked)}>
      已告知受影响人员：{of}
    </Checkbox>
  )
}
