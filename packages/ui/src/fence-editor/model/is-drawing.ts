/** Of a paper: each of its three colours is at least this. */
const paperLight = 200
/** Further apart than this the three colours of a pixel are a colour, no grey. */
const colourful = 60

/**
 * Whether a picture is a drawing on light paper, as a plan that was drawn or scanned, and not a photograph: most of it is paper,
 * and little of it has a colour. In the dark a drawing is shown light on dark; a photograph so would be a negative.
 * @param pixels red, green, blue and opacity of each pixel in turn, 0–255; what can be seen through is paper
 */
export function isDrawing(pixels: ArrayLike<number>): boolean {
  let [paper, colours] = [0, 0]
  const count = Math.floor(pixels.length / 4)
  if (count === 0) return false
  for (let n = 0; n < count; n += 1) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = [0, 1, 2, 3].map((part) => pixels[n * 4 + part])
    const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)]
    if (opacity < 128 || least >= paperLight) paper += 1
    else if (most - least > colourful) colours += 1
  }
  return paper / count >= 0.6 && colours / count <= 0.2
}
