import { API, signIn } from '../support/api-client.ts'
import { PASSWORD, type Plant } from './plant.ts'

/** Uploads a picture (PNG) as somebody, by its own call; its stored path. */
export async function uploaded(
  { url }: Pick<Plant, 'url'>,
  who: string,
  content: Uint8Array,
  name: string,
): Promise<string> {
  const { headers } = await signIn(url, who, PASSWORD)
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)], { type: 'image/png' }), name)
  const answer = await fetch(`${url}${API}/sys/common/upload`, { method: 'POST', headers, body: form })
  return String(((await answer.json()) as { message: unknown }).message)
}
