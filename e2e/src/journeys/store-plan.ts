import { picture } from '@suoan/safety/work-tickets/testing/picture'
import type { Plant } from './plant.ts'
import { uploaded } from './uploaded.ts'

/** Uploads a drawing as the administrator of areas would; its stored path. */
export const storePlan = (plant: Pick<Plant, 'url'>): Promise<string> =>
  uploaded(plant, 'u12', picture({ width: 960, height: 640, isBlank: true }), '平面图.png')
