import type { Place } from '@suoan/kit/ground'
import { NumberInput } from '../number-input/index.ts'

type Part = { readonly [K in keyof Place]: number | null }
interface Props extends Part {
  /** What the place is, before 经度 and 纬度: 圆心. */
  readonly name: string
  readonly disabled?: boolean
  onChange(part: Partial<Part>): void
}

/** A place in figures, degrees. */
export function PlaceNumbers({ name, lng, lat, disabled = false, onChange }: Props) {
  return (
    <span className="plan-place">
      <NumberInput
        aria-label={`${name}经度`}
        prefix="经度"
        className="plan-number"
        min={-180}
        max={180}
        disabled={disabled}
        value={lng}
        onChange={(next) => onChange({ lng: next })}
      />
      <NumberInput
        aria-label={`${name}纬度`}
        prefix="纬度"
        className="plan-number"
        min={-90}
        max={90}
        disabled={disabled}
        value={lat}
        onChange={(next) => onChange({ lat: next })}
      />
    </span>
  )
}
