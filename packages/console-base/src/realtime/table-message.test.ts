import { expect, it } from 'vitest'
import { presenceFrame, readTableMessage } from './table-message.ts'

const frame = (type: string, data: unknown) => JSON.stringify({ type, data })

it('a changed row is read with its table, whatever page said so (4-api.md §11.2)', () => {
  const text = frame('update_vxe_table', {
    socketKey: 'position',
    args: [{ id: 'p1', name: '班长' }, 'case'],
  })
  expect(readTableMessage(text)).toEqual({ kind: 'row', table: 'position', row: { id: 'p1', name: '班长' } })
})

it('presence and the word to read again come as common messages', () => {
  const presence = { person: 'w1', name: '张三', cell: { id: 'p1', key: 'name' } }
  expect(readTableMessage(frame('common_send_date', { key: 'presence', args: [presence] }))).toEqual({
    kind: 'presence',
    presence,
  })
  expect(readTableMessage(frame('common_send_date', { key: 'reload', args: ['position'] }))).toEqual({
    kind: 'reload',
    table: 'position',
  })
})

it.each([
  '',
  'HeartBeat',
  '[]',
  '{"type":"heart_beat","data":true}',
  '{"type":"update_vxe_table","data":{"socketKey":"position","args":[{"name":"x"}]}}',
  '{"type":"common_send_date","data":{"key":"presence","args":[{"person":"w1"}]}}',
  '{"type":"common_send_date","data":{"key":"anything","args":[]}}',
])('%s is ignored', (text) => {
  expect(readTableMessage(text)).toBeNull()
})

it('one’s own place is told without a name: the server knows whose the socket is', () => {
  expect(JSON.parse(presenceFrame({ id: 'p1', key: 'name' }))).toEqual({
    type: 'common_send_date',
    data: { key: 'presence', args: [{ id: 'p1', key: 'name' }] },
  })
})
