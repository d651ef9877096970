/** Parts of the browser that not every one has (Barcode Detection, Web NFC), as far as they are used here. */
interface CodeDetector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
interface NfcReading {
  readonly serialNumber: string
  readonly message: {
    readonly records: readonly { readonly recordType: string; readonly data?: DataView }[]
  }
}
interface NfcReader {
  onreading: ((reading: NfcReading) => void) | null
  scan(options: { readonly signal: AbortSignal }): Promise<void>
}
declare global {
  interface Window {
    readonly BarcodeDetector?: new (options: { readonly formats: readonly string[] }) => CodeDetector
    readonly NDEFReader?: new () => NfcReader
  }
}

/** What this browser can read besides the keyboard. */
export const readers = () => ({
  camera: window.BarcodeDetector !== undefined,
  nfc: window.NDEFReader !== undefined,
})

/** How often the picture of the camera is searched for a code, ms. */
const lookMs = 200

/**
 * Shows the camera in `video` and gives the first code found in it; null when `signal` ends it. Throws what the browser
 * throws: no permission, no camera.
 */
export async function readByCamera(video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const { BarcodeDetector } = window
  if (!BarcodeDetector) throw new DOMException('', 'NotSupportedError')
  if (!window.isSecureContext) throw new DOMException('', 'insecure')
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    if (signal.aborted) return null
    video.srcObject = stream
    await video.play()
    const detector = new BarcodeDetector({ formats: ['qr_code', 'data_matrix', 'code_128'] })
    while (!signal.aborted) {
      const found = (await detector.detect(video)).find(({ rawValue }) => rawValue.trim() !== '')
      if (found) return found.rawValue.trim()
      await new Promise((resolve) => setTimeout(resolve, lookMs))
    }
    return null
  } finally {
    video.srcObject = null
    for (const track of stream.getTracks()) track.stop()
  }
}

/** The text on the tag that is touched next (`text`), or its number (`serial`); null when `signal` ends it. */
export async function readByNfc(kind: 'text' | 'serial', signal: AbortSignal): Promise<string | null> {
  const { NDEFReader } = window
  if (!NDEFReader) throw new DOMException('', 'NotSupportedError')
  const reader = new NDEFReader()
  const reading = new Promise<string | null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null))
    reader.onreading = (reading) => {
      const read = textOn(reading, kind)
      if (read !== '') resolve(read)
    }
  })
  await reader.scan({ signal })
  return reading
}

function textOn({ serialNumber, message }: NfcReading, kind: 'text' | 'serial'): string {
  if (kind === 'serial') return serialNumber.replaceAll(':', '').toUpperCase()
  const record = message.records.find(({ recordType }) => recordType === 'text' || recordType === 'url')
  return record?.data ? new TextDecoder().decode(record.data).trim() : ''
}
