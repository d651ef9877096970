import { lockLog } from '@suoan/contract'
import { resourcePage } from '@suoan/console-base/resource/resource-page.tsx'
import { TwoFacts } from '../status/TwoFacts.tsx'

/** 锁具日志: the archive of lock operations; rows are append-only. Who did what to which lock, and how it ended, stand first. */
export default resourcePage(lockLog, {
  selectable: false,
  exportName: '锁具日志',
  list: [
    'occurTime',
    'lockCode',
    'areaName',
    'eventType',
    'opResult',
    'userName',
    'workNo',
    'source',
    'battery',
  ],
  columns: {
    lockCode: {
      title: '锁具',
      beside: ['lockName'],
      width: 170,
      render: (row) => <TwoFacts first={<strong>{row.lockCode}</strong>} second={row.lockName} />,
    },
    areaName: { title: '区域', width: 120 },
    eventType: {
      title: '事件 / 方式',
      beside: ['openMethod'],
      width: 120,
      render: (row) => <TwoFacts first={row.eventType_dictText} second={row.openMethod_dictText} />,
    },
    opResult: {
      title: '结果 / 失败码',
      beside: ['failCode'],
      width: 124,
      render: (row) => <TwoFacts first={row.opResult_dictText} second={row.failCode} />,
    },
    userName: {
      title: '操作人 / 第二人',
      beside: ['coUserName'],
      width: 132,
      render: (row) => <TwoFacts first={row.userName} second={row.coUserName} />,
    },
    workNo: { width: 150, render: (row) => <span className="cell-whole">{row.workNo ?? '—'}</span> },
    source: {
      title: '来源 / 接收',
      beside: ['recvTime', 'historical', 'timeQuality'],
      width: 170,
      render: (row) => (
        <TwoFacts
          first={[row.source_dictText, row.historical === 1 ? '补传' : ''].filter(Boolean).join(' · ')}
          second={row.recvTime}
        />
      ),
    },
    battery: { width: 96 },
  },
})
