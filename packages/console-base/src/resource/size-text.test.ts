import { expect, it } from 'vitest'
import { sizeText } from './size-text.ts'

it.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [5_300, '6 KB'],
  [1024 ** 2 - 1, '1024 KB'],
  [3.2 * 1024 ** 2, '3.2 MB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
])('%i bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text))
