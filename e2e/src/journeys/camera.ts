import type { Locator, Page } from 'playwright-core'

/** A square picture in grey, 0 … 255 a point, line by line. */
export interface Square {
  readonly size: number
  readonly grey: readonly number[]
}

/** What a canvas shows. */
export const shownOn = (canvas: Locator): Promise<Square> =>
  canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) throw new Error('no canvas')
    const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? {}
    if (!data) throw new Error('the canvas shows nothing')
    return {
      size: element.width,
      grey: Array.from({ length: data.length / 4 }, (_, at) => data[at * 4] ?? 0),
    }
  })

const width = 640
const height = 480

/** A film of one picture for the camera of Chromium (YUV4MPEG2): the square in the middle of a white wall. */
export function filmOf({ size, grey }: Square): Buffer {
  const left = Math.floor((width - size) / 2)
  const top = Math.floor((height - size) / 2)
  const light = Buffer.alloc(width * height, 235)
  for (const [at, value] of grey.entries())
    light[(top + Math.floor(at / size)) * width + left + (at % size)] = value < 128 ? 16 : 235
  const head = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`
  return Buffer.concat([Buffer.from(head), light, Buffer.alloc((width * height) / 2, 128)])
}

/**
 * Chromium for Linux has no Barcode Detection: in its place one that knows a single code, and gives `text` when the
 * picture of the camera shows it where `filmOf` has put it.
 */
export async function readsOnly(page: Page, square: Square, text: string): Promise<void> {
  await page.addInitScript(
    ({ size, grey, rawValue }) => {
      const matches = (video: HTMLVideoElement): boolean => {
        const { videoWidth, videoHeight } = video
        const canvas = document.createElement('canvas')
        Object.assign(canvas, { width: videoWidth, height: videoHeight })
        const ink = canvas.getContext('2d')
        ink?.drawImage(video, 0, 0)
        const at = [Math.floor((videoWidth - size) / 2), Math.floor((videoHeight - size) / 2)] as const
        const seen = videoWidth < size ? undefined : ink?.getImageData(...at, size, size).data
        const same = grey.filter((value, index) => value < 128 === (seen?.[index * 4] ?? 0) < 128)
        return same.length > 0.97 * grey.length
      }
      Object.assign(globalThis, {
        BarcodeDetector: class {
          detect = async (video: HTMLVideoElement) => (matches(video) ? [{ rawValue }] : [])
        },
      })
    },
    { ...square, rawValue: text },
  )
}

/** The next one who asks for the camera is told that somebody has denied it, as Chromium tells it. */
export const denyCameraOnce = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const devices = navigator.mediaDevices
    const ask = devices.getUserMedia
    devices.getUserMedia = () => {
      devices.getUserMedia = ask
      return Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
    }
  })
