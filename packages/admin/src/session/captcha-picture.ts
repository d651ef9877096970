import { randomInt } from 'node:crypto'
import { glyphs } from './captcha-glyphs.ts'

const WIDTH = 105
const HEIGHT = 35

/** Draws the code with our own strokes (no font of the machine is needed), noise and tilt: a JPEG as data URI. */
export async function captchaPicture(code: string): Promise<string> {
  // Loaded for the first picture: the start and a server without captchas do not pay its 28 MB.
  const { default: sharp } = await import('sharp')
  const jpeg = await sharp(Buffer.from(svg(code)))
    .jpeg({ quality: 72 })
    .toBuffer()
  return `data:image/jpg;base64,${jpeg.toString('base64')}`
}

function svg(code: string): string {
  const letters = [...code].map((char, i) => {
    const x = 10 + i * 23 + between(-2, 2)
    const y = 8 + between(-3, 3)
    const size = between(95, 115) / 100
    return (
      `<g transform="translate(${x} ${y}) rotate(${between(-22, 22)} 7 10) skewX(${between(-12, 12)}) scale(${size})">` +
      `<path d="${wobbled(glyphs[char] ?? '')}" stroke="${ink()}" stroke-width="${between(18, 27) / 10}"/></g>`
    )
  })
  const noise = Array.from({ length: 4 }, () => {
    const [y1, y2, y3] = [between(0, HEIGHT), between(0, HEIGHT), between(0, HEIGHT)]
    return `<path d="M0 ${y1} Q ${between(25, 80)} ${y2} ${WIDTH} ${y3}" stroke="${ink()}" stroke-width="1"/>`
  })
  const dots = Array.from(
    { length: 30 },
    () => `<circle cx="${between(0, WIDTH)}" cy="${between(0, HEIGHT)}" r="0.8" fill="${ink()}"/>`,
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
    `<rect width="100%" height="100%" fill="hsl(${between(0, 360)},40%,95%)"/>` +
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${letters.join('')}${noise.join('')}</g>${dots.join('')}</svg>`
  )
}

/** Moves every coordinate a little, so that no two drawings of a sign are alike. */
function wobbled(path: string): string {
  return path.replace(/\d+/g, (number) => (Number(number) + between(-9, 9) / 10).toFixed(1))
}

function ink(): string {
  return `hsl(${between(0, 360)},${between(50, 90)}%,${between(28, 45)}%)`
}

function between(from: number, to: number): number {
  return randomInt(from, to + 1)
}
