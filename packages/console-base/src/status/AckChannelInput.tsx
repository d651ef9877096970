import { Radio } from 'antd'

/** How somebody was told: face to face (1) or by telephone (2), `lo_ack_channel`. */
export type AckChannel = 1 | 2

const options = [
  { value: 1, label: '已当面告知' },
  { value: 2, label: '已电话告知' },
]

interface Props {
  readonly value: AckChannel
  readonly id?: string
  onChange(value: AckChannel): void
}

/** How the owner of a removed lock was told (T49): in his own card, and where he signs at the screen of another. */
export function AckChannelInput({ value, id, onChange }: Props) {
  return (
    <Radio.Group
      {...(id ? { id } : {})}
      value={value}
      options={options}
      onChange={(event) => onChange(event.target.value === 2 ? 2 : 1)}
    />
  )
}
