import type { Random } from '@suoan/kit/id'
import { createCanvas } from './canvas.ts'

/** A picture of a place that stands for the photo of a demo step: two pipes, a valve wheel and a red lock on it. */
export function sitePhoto(random: Random): Buffer {
  const between = (from: number, to: number): number => from + random() * (to - from)
  const shade = Math.round(between(190, 225))
  const canvas = createCanvas(320, 240, [shade, shade, shade + 6])
  canvas.rect(0, 190, 320, 50, [150, 150, 146])
  const [upper, lower] = [between(50, 80), between(120, 150)]
  canvas.rect(0, upper, 320, 22, [88, 120, 132])
  canvas.rect(0, lower, 320, 30, [120, 128, 130])
  const x = between(110, 210)
  canvas.rect(x - 5, lower - 46, 10, 50, [70, 74, 78])
  canvas.ring(x, lower - 48, 30, 7, [178, 42, 38])
  canvas.ring(x + 26, lower - 22, 11, 4, [60, 60, 64])
  canvas.rect(x + 12, lower - 18, 28, 24, [206, 32, 30])
  canvas.rect(x + 60, lower - 70, 34, 48, [250, 246, 232])
  canvas.rect(x + 60, lower - 70, 34, 12, [206, 32, 30])
  return canvas.png(
    `demo ${Math.floor(random() * 2 ** 32).toString(16)}${Math.floor(random() * 2 ** 32).toString(16)}`,
  )
}
