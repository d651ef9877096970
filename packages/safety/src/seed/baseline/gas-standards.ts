import { combustibleLimit, toxicLimit } from '@suoan/domain/work-ticket'

/**
 * Limits of gas (3-domain.md §3.4 LoGasStd). Combustible gases: at most 0.5 %vol where the lower explosive limit is 4 %
 * or more, 0.2 %vol below it; toxic ones by the ceiling (MAC) or the time-weighted average (PC-TWA), the stricter of
 * those the standard gives for a shift.
 */
export const baselineGasStandards = [
  gas(
    'O2',
    '氧气',
    1,
    null,
    [19.5, 21],
    '%vol',
    'GB 30871-2022 6.4（19.5–21 %vol；富氧环境不大于 23.5 %vol）',
  ),
  gas(
    'LEL',
    '可燃气体（混合，按爆炸下限）',
    2,
    null,
    [0, 5],
    '%LEL',
    'GB 30871-2022 5.3 的体积限值折算，取严',
  ),
  gas('CH4', '甲烷', 2, 5, [0, combustibleLimit(5)], '%vol', 'GB 30871-2022 5.3（爆炸下限不小于 4 %）'),
  gas('H2', '氢气', 2, 4, [0, combustibleLimit(4)], '%vol', 'GB 30871-2022 5.3（爆炸下限不小于 4 %）'),
  gas('C2H4', '乙烯', 2, 2.7, [0, combustibleLimit(2.7)], '%vol', 'GB 30871-2022 5.3（爆炸下限小于 4 %）'),
  gas('C3H8', '丙烷', 2, 2.1, [0, combustibleLimit(2.1)], '%vol', 'GB 30871-2022 5.3（爆炸下限小于 4 %）'),
  gas('H2S', '硫化氢', 3, 4, [0, toxicLimit('H2S')], 'mg/m3', 'GB 30871-2022 6.4；GBZ 2.1-2019 表 1（MAC）'),
  gas(
    'CO',
    '一氧化碳',
    3,
    12.5,
    [0, toxicLimit('CO')],
    'mg/m3',
    'GB 30871-2022 6.4；GBZ 2.1-2019 表 1（PC-TWA，非高原）',
  ),
  gas('NH3', '氨', 3, 15, [0, toxicLimit('NH3')], 'mg/m3', 'GBZ 2.1-2019 表 1（PC-TWA）'),
  gas('CL2', '氯', 3, null, [0, toxicLimit('CL2')], 'mg/m3', 'GBZ 2.1-2019 表 1（MAC）'),
  gas('SO2', '二氧化硫', 3, null, [0, toxicLimit('SO2')], 'mg/m3', 'GBZ 2.1-2019 表 1（PC-TWA）'),
]

/** `kind`: 1 oxygen, 2 combustible, 3 toxic. `lel` in %vol. */
function gas(
  gasCode: string,
  gasName: string,
  kind: 1 | 2 | 3,
  lel: number | null,
  [limitMin, limitMax]: readonly [number, number],
  unit: string,
  std: string,
) {
  return { key: gasCode, gasCode, gasName, kind, lel, limitMin, limitMax, unit, std }
}
