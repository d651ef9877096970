type Rgb = readonly [number, number, number]

/** Least contrast of words to what they stand on: WCAG 2.1 AA, 1.4.3. */
export const leastContrast = 4.5

/** Contrast of two colours (`#rrggbb`), 1 to 21, as WCAG 2.1 defines it. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(rgbOf(one)), luminance(rgbOf(other))]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/**
 * The nearest shade of a colour, towards `end`, that can be read on each of these grounds; all are `#rrggbb`.
 * The colour itself when it already can.
 */
export function readableShade(
  colour: string,
  end: '#000000' | '#ffffff',
  grounds: readonly string[],
): string {
  const [from, to] = [rgbOf(colour), rgbOf(end)]
  for (let share = 0; share < 1; share += 0.02) {
    const shade = hexOf([0, 1, 2].map((part) => mix(from[part], to[part], share)))
    if (grounds.every((ground) => contrast(shade, ground) >= leastContrast)) return shade
  }
  return end
}

const mix = (from = 0, to = 0, share: number): number => Math.round(from + (to - from) * share)

const hexOf = (parts: readonly number[]): string =>
  `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`

function rgbOf(colour: string): Rgb {
  const number = Number.parseInt(colour.slice(1), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number): number => {
    const share = part / 255
    return share <= 0.039_28 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
