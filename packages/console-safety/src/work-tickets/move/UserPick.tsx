import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'

interface Props {
  /** Who is looked for: 接班人. */
  readonly who: string
  /** `externalPerson`: from the register of people without an account. */
  readonly resource?: 'user' | 'externalPerson'
  readonly value: string | null
  readonly id?: string
  readonly 'aria-label'?: string
  onChange(userId: string | null): void
}

/** Chooses one person of the plant. */
export function UserPick({ who, value, resource = 'user', onChange, ...input }: Props) {
  return (
    <RefPicker
      {...input}
      field={{ kind: 'ref', label: who, resource }}
      {...(value ? { value } : {})}
      onChange={(chosen) => onChange(Array.isArray(chosen) ? (chosen[0] ?? null) : chosen || null)}
    />
  )
}
