import type { Spot } from '@suoan/kit/ground'
import type { CSSProperties } from 'react'
import { inView, type View } from './model/view.ts'

/** Where an element over the canvas stands. */
export function placed(view: View, spot: Spot): CSSProperties {
  const { x, y } = inView(view, spot)
  return { left: `${x * 100}%`, top: `${y * 100}%` }
}
