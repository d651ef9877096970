import { dateTime, dict, dictNumber, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 设备上下线记录: each time a device came on line or went (3-domain.md §5.3); kept for as long as readings are. */
export const devicePresence = defineResource({
  name: 'devicePresence',
  title: '设备上下线记录',
  path: '/lodevice/loDevicePresence',
  table: 'lo_device_presence',
  permission: 'lo:devicePresence',
  fields: {
    deviceSn: text('序列号', { isCode: true, max: 64 }),
    // As it was called when it happened.
    deviceName: text('名称', { max: 100 }),
    kind: dict('设备类别', 'lo_device_kind'),
    parentSn: text('经由网关', { isCode: true, max: 64 }),
    areaCode: ref('区域', 'area', { by: 'areaCode', max: 64 }),
    online: dictNumber('在线', 'lo_online'),
    occurTime: dateTime('时间', { required: true }),
  },
  list: ['occurTime', 'deviceSn', 'deviceName', 'kind', 'parentSn', 'areaCode', 'online'],
  search: ['occurTime', 'deviceSn', 'kind', 'areaCode', 'online'],
  label: 'deviceSn',
  sort: { column: 'occurTime', order: 'desc' },
  traits: { log: true, stamped: false },
})
