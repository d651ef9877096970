import { describe, expect, it } from 'vitest'
import { compareVersions, partsOf, type Version } from './procedure-text.ts'

const version = (changes: object) =>
  ({
    procName: '停泵',
    workType: '09',
    workLevel: '2',
    content: '检修',
    hazards: '04',
    steps: [
      { kind: '2', pointId: 'p1', text: '断开' },
      { kind: '5', text: '试启动' },
    ],
    people: [{ roleTag: 'WORK', count: 2 }],
    ...changes,
  }) as unknown as Version
const read = (changes: object = {}) => partsOf(version(changes), (id) => (id === 'p1' ? 'Q1' : id))

describe('versions of a procedure', () => {
  it('say in words what is done where, and by whom', () => {
    const lines = Object.fromEntries(read().map((part) => [part.key, part.lines]))
    expect(lines['steps']).toEqual(['【隔离】Q1：断开', '【验证】试启动'])
    expect(lines['people']).toEqual(['作业 2 人'])
    expect(lines['gasPlaces']).toEqual([])
  })

  it('are compared part by part, with the lines that only one of them has', () => {
    const newer = read({
      steps: [
        { kind: '2', pointId: 'p1', text: '断开并拉出' },
        { kind: '5', text: '试启动' },
      ],
    })
    const compared = compareVersions(read(), newer)
    expect(compared.filter(({ isSame }) => !isSame).map(({ key }) => key)).toEqual(['steps'])
    const steps = compared.find(({ key }) => key === 'steps')
    expect(steps?.old.map(({ isOnly }) => isOnly)).toEqual([true, false])
    expect(steps?.new.map(({ isOnly }) => isOnly)).toEqual([true, false])
  })
})
