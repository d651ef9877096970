/** What people and detectors call the gases everybody knows, by their code (GB 30871-2022 5.3, 6.4; GBZ 2.1-2019). */
const names: Readonly<Record<string, readonly string[]>> = {
  O2: ['氧', '氧气', '氧含量', '氧浓度', 'OXYGEN', 'OXY'],
  LEL: [
    '可燃',
    '可燃气',
    '可燃气体',
    '可燃性气体',
    '可燃物',
    '爆炸下限',
    '%LEL',
    'LEL%',
    'EX',
    'EXP',
    'COMB',
    'COMBUSTIBLE',
  ],
  CH4: ['甲烷', '瓦斯', 'METHANE'],
  H2: ['氢', '氢气', 'HYDROGEN'],
  C2H4: ['乙烯', 'ETHYLENE'],
  C3H8: ['丙烷', 'PROPANE'],
  H2S: ['硫化氢', '硫化氢气体', 'SH2', 'HYDROGENSULFIDE', 'HYDROGENSULPHIDE'],
  CO: ['一氧化碳', '煤气', 'CARBONMONOXIDE'],
  NH3: ['氨', '氨气', 'AMMONIA'],
  CL2: ['氯', '氯气', 'CHLORINE'],
  SO2: ['二氧化硫', 'SULFURDIOXIDE', 'SULPHURDIOXIDE'],
}
const codeByName = new Map(
  Object.entries(names).flatMap(([code, called]) => called.map((name) => [name, code] as const)),
)

/** Blanks, and what cannot be seen at all, say nothing of a gas; nor do brackets' contents after a known name. */
const unseen = /[\s\p{Cf}]/gu
const remark = /[([【].*$/u
/** What the columns hold. */
const longest = 32

/**
 * The code of a gas, however it is written: full-width or subscript letters, any case, blanks, its Chinese name (G14, T30).
 * A name that nobody knows keeps its letters, in the same form, and is a gas of its own; '' where nothing was said.
 */
export function gasCodeOf(text: string): string {
  const plain = text.normalize('NFKC').replace(unseen, '').toUpperCase()
  const bare = plain.replace(remark, '')
  const known = [plain, bare].find((each) => each in names || codeByName.has(each))
  return known === undefined ? plain.slice(0, longest) : (codeByName.get(known) ?? known)
}

/** The codes of a list joined by commas of either width, semicolons or 、, each once. */
export const gasCodesOf = (stored: string | null | undefined): string[] => [
  ...new Set(
    (stored ?? '')
      .split(/[,，、;；]/u)
      .map(gasCodeOf)
      .filter((code) => code !== ''),
  ),
]

/** A gas as somebody called it: its code, and the plant's limits for it; null where it has none. */
export interface CalledGas<S> {
  readonly code: string
  readonly standard: S | null
}

/**
 * Finds the limits of a gas by its code, however it and they are written, else by the name that the plant gave it. Without
 * limits it keeps its own code: nothing that is said of another gas answers for it (G14, T55).
 */
export function findGas<S extends { readonly gasCode: string; readonly gasName?: string | null }>(
  text: string,
  standards: readonly S[],
): CalledGas<S> {
  const code = gasCodeOf(text)
  const standard =
    code === ''
      ? undefined
      : (standards.find((each) => each.gasCode === code) ??
        standards.find((each) => gasCodeOf(each.gasCode) === code) ??
        standards.find((each) => each.gasName && gasCodeOf(each.gasName) === code))
  return standard === undefined ? { code, standard: null } : { code: gasCodeOf(standard.gasCode), standard }
}

/** Why a gas without limits proves nothing (Chinese), with the gases that have some. */
export function unknownGasText(
  code: string,
  standards: readonly { readonly gasCode: string; readonly gasName?: string | null }[],
): string {
  const known = standards.map(({ gasCode, gasName }) => (gasName ? `${gasCode}（${gasName}）` : gasCode))
  const list = known.length === 0 ? '本单位还没有气体标准' : `已有标准的气体为 ${known.join('、')}`
  return `${code === '' ? '没有说明气体' : `气体“${code}”没有合格标准`}，不能判为合格；${list}，请改选，或先在“气体标准”维护后用能检测它的仪器重新检测`
}
