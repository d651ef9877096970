import './figures.css'

interface Props {
  readonly percent: number
  readonly target: number
  /** What the picture says, for those who hear the page. */
  readonly label: string
}

/** A part of a hundred as a bar, with a mark where it should be. */
export function TargetBar({ percent, target, label }: Props) {
  const part = (of: number) => `${Math.max(0, Math.min(100, of))}%`
  return (
    <div className="target" role="img" aria-label={label}>
      <div
        className={percent >= target ? 'target-part target-met' : 'target-part'}
        style={{ width: part(percent) }}
      />
      <i style={{ insetInlineStart: part(target) }} />
    </div>
  )
}
