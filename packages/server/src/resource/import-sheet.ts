import { fail } from '../http/fail.ts'
import type { VerbHandler } from './mount-resource.ts'

export const importExcel: VerbHandler = async () => {
  throw fail('REFUSED', { detail: '暂不支持' })
}
