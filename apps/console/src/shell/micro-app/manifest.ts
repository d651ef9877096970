/** What a manifest says: the page of the sub-application. */
export interface MicroApp {
  readonly entry: string
  /** Of the entry and of its manifest; the session is handed to it alone. */
  readonly origin: string
}

/**
 * Reads the text of a manifest, `{"entry": "index.html"}`; the entry is resolved against the manifest's own address and
 * must lie on its site. Answers what is wrong, in words for the administrator.
 */
export function readManifest(text: string, address: string): MicroApp | { readonly problem: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: '清单不是有效的 JSON' }
    throw error
  }
  if (typeof value !== 'object' || value === null || !('entry' in value) || typeof value.entry !== 'string')
    return { problem: '清单里没有 entry（入口页面的地址）' }
  if (!URL.canParse(value.entry, address)) return { problem: '清单里的 entry 不是有效的地址' }
  const entry = new URL(value.entry, address)
  const { origin } = new URL(address)
  if (entry.origin !== origin) return { problem: '清单里的 entry 在另一个网站，不能载入' }
  return { entry: entry.href, origin }
}

/** Loads a manifest; throws with words for people. */
export async function loadMicroApp(url: string, signal: AbortSignal): Promise<MicroApp> {
  const address = new URL(url, location.origin).href
  const answer = await fetch(address, { signal, credentials: 'omit', cache: 'no-cache' })
  if (!answer.ok) throw new Error(`清单的地址回答 ${answer.status}`)
  // What was asked for is what was allowed: a redirect elsewhere is not followed on trust.
  if (new URL(answer.url).origin !== new URL(address).origin) throw new Error('清单的地址转到了另一个网站')
  const read = readManifest(await answer.text(), address)
  if ('problem' in read) throw new Error(read.problem)
  return read
}
