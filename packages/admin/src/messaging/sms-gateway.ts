import type { SmsGateway } from '@suoan/platform/config-sign-in'

/** A short message: the whole text, and the code in it for gateways that work with templates of their own. */
export interface ShortMessage {
  /** The same in every attempt: a gateway that knows it can drop a repetition. */
  readonly id: string
  readonly to: string
  readonly text: string
  readonly code: string | null
}

/** Longest wait for the gateway, ms. */
const PATIENCE_MS = 10_000
/** What of an answer is looked at; a gateway that sends more is not read to the end. */
const ANSWER_BYTES = 16_384

/**
 * Hands a message to the configured HTTP gateway by POST. Throws with a reason for the operator when it is not taken:
 * a status other than 2xx, a redirect, an answer without the configured text, or no answer in `patienceMs` (10 s).
 */
export async function sendBySmsGateway(
  gateway: SmsGateway,
  message: ShortMessage,
  {
    patienceMs = PATIENCE_MS,
    name = '短信网关',
    setting = 'SMS_ACCEPT',
  }: {
    readonly patienceMs?: number
    /** How the gateway is called in reasons, and the setting of what a good answer contains. */
    readonly name?: string
    readonly setting?: string
  } = {},
): Promise<void> {
  const answer = await fetch(gateway.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'idempotency-key': message.id,
      ...gateway.headers,
    },
    body: JSON.stringify(filled(gateway.body, message)),
    // The configured address is the one that gets the key (security.md V19).
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  const text = await firstBytes(answer)
  if (!answer.ok) throw new Error(`${name}回答 HTTP ${answer.status}`)
  if (gateway.accept !== undefined && !text.includes(gateway.accept))
    throw new Error(`${name}的回答里没有 ${setting} 配置的文字`)
}

/** Placeholders are filled inside the texts of the JSON, so no value can change its shape. */
function filled(template: unknown, message: ShortMessage): unknown {
  if (typeof template === 'string') {
    const values: Readonly<Record<string, string>> = {
      id: message.id,
      mobile: message.to,
      text: message.text,
      code: message.code ?? '',
    }
    return template.replace(/\{(id|mobile|text|code)\}/g, (_, name: string) => values[name] ?? '')
  }
  if (Array.isArray(template)) return template.map((each) => filled(each, message))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, filled(value, message)]))
}

async function firstBytes(answer: Response): Promise<string> {
  if (answer.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  // Leaving the loop ends the stream.
  for await (const chunk of answer.body) {
    const bytes = chunk as Uint8Array
    size += bytes.byteLength
    text += decoder.decode(bytes, { stream: true })
    if (size >= ANSWER_BYTES) break
  }
  return text
}
