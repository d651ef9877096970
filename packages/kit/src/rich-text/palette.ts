/** A colour of words or behind them, offered by editors; the dark theme shows each in a shade of its own. */
export interface NamedColor {
  readonly name: string
  /** `#rrggbb` as it is stored. */
  readonly color: string
}

/** Each can be read on white (contrast 4.5 and more). */
export const textColors: readonly NamedColor[] = [
  { name: '红色', color: '#cf1322' },
  { name: '橙色', color: '#ad4e00' },
  { name: '绿色', color: '#237804' },
  { name: '青色', color: '#006d75' },
  { name: '蓝色', color: '#0958d9' },
  { name: '紫色', color: '#531dab' },
  { name: '灰色', color: '#595959' },
]

/** Black words can be read on each. */
export const groundColors: readonly NamedColor[] = [
  { name: '黄色', color: '#fff1b8' },
  { name: '红色', color: '#ffccc7' },
  { name: '绿色', color: '#d9f7be' },
  { name: '蓝色', color: '#bae0ff' },
  { name: '灰色', color: '#f0f0f0' },
]

/**
 * The colour of the palette that comes nearest to one of another program; null where that one is the black or white of a
 * page, which each theme has its own of.
 */
export function nearestColor(color: string, palette: readonly NamedColor[]): string | null {
  const given = partsOf(color)
  // White is 255: what is nearly black or nearly white is the paper or the ink.
  if (given.every((part) => part < 0x40) || given.every((part) => part > 0xf2)) return null
  const distances = palette.map((each) => distance(given, partsOf(each.color)))
  return palette[distances.indexOf(Math.min(...distances))]?.color ?? null
}

const partsOf = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

function distance(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, part, at) => sum + (part - (other[at] ?? 0)) ** 2, 0)
}
