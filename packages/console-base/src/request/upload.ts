import type { Envelope } from '@suoan/contract'
import { addressOf, authHeaders, parseEnvelope, refuse, requestTimeoutMs } from './client.ts'
import { kindOf } from './error-catalogue.ts'
import { RequestFailure } from './failure.ts'

export interface UploadInput {
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly form: FormData
  /** 0…100, of the bytes sent; the server still works after 100. */
  readonly onProgress?: (percent: number) => void
  readonly signal?: AbortSignal
  /** How long the server may work after the last byte, ms. */
  readonly timeoutMs?: number
  /** The caller shows every failure itself. */
  readonly quiet?: boolean
}

/** Posts a form with progress. fetch cannot report the bytes it has sent, XMLHttpRequest can. */
export function upload<T = unknown>({
  path,
  query = {},
  form,
  onProgress,
  signal,
  timeoutMs = requestTimeoutMs,
  quiet = false,
}: UploadInput): Promise<Envelope<T>> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', addressOf({ method: 'POST', path, query }))
    const began = performance.now()
    xhr.timeout = timeoutMs
    const headers = authHeaders()
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = (event) => {
      // Of a large file on a slow line: while bytes go, it is not over. The time counts from the start.
      xhr.timeout = performance.now() - began + timeoutMs
      if (event.lengthComputable) onProgress?.(Math.round((event.loaded / event.total) * 100))
    }
    xhr.onload = () => {
      const envelope = parseEnvelope<T>(xhr.responseText)
      if (xhr.status !== 200 || !envelope) {
        const signedIn = 'X-Access-Token' in headers
        const kind = kindOf({ status: xhr.status, message: envelope?.message ?? '', signedIn })
        reject(refuse({ quiet }, kind, xhr.status, envelope))
      } else if (!envelope.success) {
        reject(new RequestFailure('business', envelope.message, xhr.status, envelope))
      } else resolve(envelope)
    }
    xhr.onerror = () => reject(refuse({ quiet }, 'offline', 0, null))
    xhr.ontimeout = () => reject(refuse({ quiet }, 'timeout', 0, null))
    xhr.onabort = () => reject(refuse({ quiet }, 'aborted', 0, null))
    if (signal?.aborted) return reject(refuse({ quiet }, 'aborted', 0, null))
    signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(form)
  })
}
