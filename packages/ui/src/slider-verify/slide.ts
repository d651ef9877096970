/** How far the handle stands, 0 at the left end to 1 at the right one. */
export type Slide = { readonly passed: boolean; readonly at: number }

export const start: Slide = { passed: false, at: 0 }

/** One press of an arrow key moves the handle by this part of the way. */
const keyStep = 0.25

/** The handle at `travelled` of `length` px; at the far end it locks. */
export function drag(slide: Slide, travelled: number, length: number): Slide {
  if (slide.passed || length <= 0) return slide
  return at(travelled / length)
}

/** Letting go before the end begins anew. */
export function release(slide: Slide): Slide {
  return slide.passed ? slide : start
}

/** The handle after a key; undefined for a key that does not move it. */
export function pressKey(slide: Slide, key: string): Slide | undefined {
  if (slide.passed) return undefined
  if (key === 'ArrowRight' || key === 'ArrowUp') return at(slide.at + keyStep)
  if (key === 'ArrowLeft' || key === 'ArrowDown') return at(slide.at - keyStep)
  if (key === 'End') return at(1)
  if (key === 'Home') return start
  return undefined
}

function at(part: number): Slide {
  const inside = Math.min(1, Math.max(0, part))
  return { passed: inside === 1, at: inside }
}
