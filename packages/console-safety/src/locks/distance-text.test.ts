import { expect, test } from 'vitest'
import { distanceText } from './distance-text.ts'

test('a distance is said as roughly as it is known, and to what it was measured', () => {
  expect(distanceText(3, 'lock')).toBe('距您约 10 m')
  expect(distanceText(84, 'lock')).toBe('距您约 80 m')
  expect(distanceText(1249, 'area')).toBe('区域距您约 1.2 km')
})
