import { expect, it } from 'vitest'
import { withColours } from './with-colours.ts'

it('a chart takes the colours of the tokens wherever they stand in it, and keeps everything else', () => {
  const format = () => ''
  const option = {
    series: [{ name: 'var', itemStyle: { color: 'var(--series-1)' }, data: [1, null] }],
    axis: { format },
  }
  expect(withColours(option, (name) => `colour of ${name}`)).toEqual({
    series: [{ name: 'var', itemStyle: { color: 'colour of --series-1' }, data: [1, null] }],
    axis: { format },
  })
})
