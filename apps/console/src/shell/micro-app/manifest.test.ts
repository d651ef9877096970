import { expect, it } from 'vitest'
import { readManifest } from './manifest.ts'

const address = 'https://video.example.com/app/manifest.json'

it('reads the entry of a manifest, relative to it', () => {
  expect(readManifest('{"entry":"index.html?v=2"}', address)).toEqual({
    entry: 'https://video.example.com/app/index.html?v=2',
    origin: 'https://video.example.com',
  })
})

it.each([
  ['no JSON', '<html>', 'JSON'],
  ['no entry', '{"name":"x"}', 'entry'],
  ['no text', '{"entry":1}', 'entry'],
  ['another site', '{"entry":"https://evil.example/"}', '另一个网站'],
  ['another site by a short address', '{"entry":"//evil.example/"}', '另一个网站'],
  ['a script', '{"entry":"javascript:alert(1)"}', '另一个网站'],
])('refuses %s', (_, text, word) => {
  expect(readManifest(text, address)).toEqual({ problem: expect.stringContaining(word) })
})
