/** The cut-out part of a picture, in percent of its width and height. */
export interface Cut {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** How the whole picture stands behind a window so that just the cut-out part shows, in percent of the window. */
export function previewOf({ x, y, width, height }: Cut): {
  width: string
  height: string
  left: string
  top: string
} {
  const part = (value: number, of: number) => `${of === 0 ? 0 : (value / of) * 100}%`
  return {
    width: part(100, width),
    height: part(100, height),
    left: part(-x, width),
    top: part(-y, height),
  }
}
