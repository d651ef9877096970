import { picture } from '@suoan/safety/work-tickets/testing/picture'
import { API, signIn } from '../support/api-client.ts'
import { PASSWORD, type Plant } from './plant.ts'

/** Uploads a drawing as the administrator of areas would; its stored path. */
export async function storePlan({ url }: Pick<Plant, 'url'>): Promise<string> {
  const { headers } = await signIn(url, 'u12', PASSWORD)
  const form = new FormData()
  const drawing = picture({ width: 960, height: 640, isBlank: true })
  form.set('file', new Blob([new Uint8Array(drawing)], { type: 'image/png' }), '平面图.png')
  const answer = await fetch(`${url}${API}/sys/common/upload`, { method: 'POST', headers, body: form })
  return String(((await answer.json()) as { message: unknown }).message)
}
