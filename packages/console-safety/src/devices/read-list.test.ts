import { expect, it } from 'vitest'
import { readList } from './read-list.ts'

it('reads a list parted by commas of both widths and by tabs, and leaves empty lines out', () => {
  const { devices, problems } = readList(
    'GW9,网关,东区网关,,A01\n\nLK9，锁，挂锁，GW9\nG9\tgas\t四合一\t\tA01\t2027-01-31',
  )
  expect(problems).toEqual([])
  expect(devices).toMatchObject([
    { deviceSn: 'GW9', kind: 'GW', areaCode: 'A01', parentSn: null },
    { deviceSn: 'LK9', kind: 'LOCK', parentSn: 'GW9' },
    { deviceSn: 'G9', kind: 'GAS', calibValidTo: '2027-01-31' },
  ])
})

it('names the line whose kind nobody knows', () => {
  expect(readList('X1,冰箱').problems).toEqual([
    '第 1 行：类别“冰箱”不正确，请填写 锁、网关、智能钥匙、气体检测仪',
  ])
})

it('leaves a name whole that has a comma of the other kind in it', () => {
  const { devices } = readList(
    'G8,气体检测仪,检测仪（备用，待检定）,,A01,2027-06-30\nG9\tGW\t东区,二期\t\tA02',
  )
  expect(devices).toMatchObject([
    { deviceName: '检测仪（备用，待检定）', parentSn: null, areaCode: 'A01', calibValidTo: '2027-06-30' },
    { deviceName: '东区,二期', areaCode: 'A02' },
  ])
})
