import { expect, it } from 'vitest'
import { previewOf } from './preview.ts'

it('the right lower quarter fills the window with the picture moved up and left', () => {
  expect(previewOf({ x: 50, y: 50, width: 50, height: 50 })).toEqual({
    width: '200%',
    height: '200%',
    left: '-100%',
    top: '-100%',
  })
})

it('the whole picture stands as it is', () => {
  expect(previewOf({ x: 0, y: 0, width: 100, height: 100 })).toMatchObject({ width: '100%', height: '100%' })
})

it('before the picture is measured nothing is divided by nothing', () => {
  expect(previewOf({ x: 0, y: 0, width: 0, height: 0 })).toMatchObject({ width: '0%' })
})
