import { describe, expect, it } from 'vitest'
import { filterNames, reportCell, reportQuery, reportRowKey, targetProblem, targetValues } from './report.ts'

const target = { code: 'locks', orgFields: 'lock_code, lock_name', destFields: 'lockCode,lockName' }

describe('the configuration of a popup (2-data-entry.md §5)', () => {
  it('names a report, columns and as many fields', () => {
    expect(targetProblem(target)).toBeNull()
    for (const missing of [{ code: ' ' }, { orgFields: '' }, { destFields: ',' }])
      expect(targetProblem({ ...target, ...missing })).toBe('popup参数未正确配置!')
    expect(targetProblem({ ...target, destFields: 'lockCode' })).toBe(
      'popup参数未正确配置,原始值和目标值数量不一致!',
    )
  })
  it('says which value goes into which field, those of several rows with commas', () => {
    const rows = [
      { lock_code: 'LK1', lock_name: '挂锁' },
      { lock_code: 2, lock_name: null },
    ]
    expect(targetValues(target, rows)).toEqual({ lockCode: 'LK1,2', lockName: '挂锁,' })
    expect(targetValues(target, [])).toEqual({ lockCode: '', lockName: '' })
  })
})

const column = { title: '状态', dataIndex: 'status', customRender: 'lock_status' }
const head = {
  cgRpConfigId: 'rp-1',
  cgRpConfigName: '锁具选择',
  columns: [column],
  dictOptions: { lock_status: [{ value: '0', text: '关锁' }] },
}

it('a cell shows the text of its dictionary, part by part', () => {
  expect(reportCell(head, column, { status: '0,9' })).toBe('关锁,9')
  expect(reportCell(head, column, { status: 0 })).toBe('关锁')
  expect(reportCell(head, { ...column, customRender: 'unknown' }, { status: '0' })).toBe('0')
})

it('rows that are alike in every column are one row', () => {
  expect(reportRowKey([column], { status: '0', other: 1 })).toBe(
    reportRowKey([column], { status: 0, other: 2 }),
  )
  expect(reportRowKey([column], { status: '0' })).not.toBe(reportRowKey([column], { status: '1' }))
})

it('a page is asked for by its filters, its order and the parameters of the report', () => {
  const field = { label: '时间', field: 'time', view: 'date', hidden: '0' } as const
  expect(filterNames({ ...field, mode: 'group' })).toEqual(['time_begin', 'time_end'])
  expect(filterNames({ ...field, mode: 'single' })).toEqual(['time'])
  expect(
    reportQuery(
      { pageNo: 2, pageSize: 10, sort: { column: 'time', order: 'desc' } },
      { time_begin: '2026-01-01', time_end: ' ' },
      { area: 'A01', depart: '' },
    ),
  ).toEqual({
    pageNo: 2,
    pageSize: 10,
    column: 'time',
    order: 'desc',
    time_begin: '2026-01-01',
    self_area: 'A01',
    self_depart: '',
  })
})

it('what is typed goes before what a parameter came with', () => {
  const page = { pageNo: 1, pageSize: 10, sort: null }
  expect(reportQuery(page, { self_area: 'B02' }, { area: 'A01' })).toMatchObject({ self_area: 'B02' })
  expect(reportQuery(page, { self_area: '' }, { area: 'A01' })).toMatchObject({ self_area: 'A01' })
})
