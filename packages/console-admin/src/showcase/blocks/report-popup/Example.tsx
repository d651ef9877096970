import { ReportPopup, type ReportSource } from '@suoan/ui/report-popup'
import { Input } from 'antd'
import { useState } from 'react'
import { reportSource } from '../../../online-reports/report-source.ts'
import { Demo } from '../../Demo.tsx'

export default function Example() {
  const [lock, setLock] = useState<Readonly<Record<string, string>>>({})
  const [locks, setLocks] = useState<Readonly<Record<string, string>>>({})
  const several = { code: 'locks', orgFields: 'lock_code', destFields: 'lockCodes' }
  return (
    <>
      <Demo label="一把锁具" value={lock}>
        <ReportPopup
          source={source}
          code="locks"
          orgFields="lock_code,lock_name"
          destFields="lockCode,lockName"
          value={Object.values(lock).join(' ')}
          onValues={setLock}
        />
      </Demo>
      <Demo label="多把锁具" value={locks}>
        <ReportPopup
          {...several}
          source={source}
          multiple
          value={Object.values(locks).join(' ')}
          onValues={setLocks}
        />
      </Demo>
      <StoredReport />
      <Demo label="没有配置字段" value="">
        <ReportPopup {...several} source={source} destFields="" onValues={setLocks} />
      </Demo>
      <Demo label="字段数量不一致" value="">
        <ReportPopup {...several} source={source} destFields="lockCode,lockName" onValues={setLocks} />
      </Demo>
      <Demo label="报表不存在" value="">
        <ReportPopup {...several} source={source} code="nothing" onValues={setLocks} />
      </Demo>
      <Demo label="查询条件取不到" value="">
        <ReportPopup {...several} source={withoutQuery} onValues={setLocks} />
      </Demo>
    </>
  )
}

/** A report of this system, by the code that it has in 在线报表. */
function StoredReport() {
  const [code, setCode] = useState('')
  const [columns, setColumns] = useState('')
  const [found, setFound] = useState<Readonly<Record<string, string>>>({})
  return (
    <>
      <Demo label="报表编码" value={code}>
        <Input
          placeholder="“在线报表”中的编码"
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </Demo>
      <Demo label="取值字段" value={columns}>
        <Input
          placeholder="字段名，多个用逗号分隔"
          value={columns}
          onChange={({ target }) => setColumns(target.value)}
        />
      </Demo>
      <Demo label="在线报表中的报表" value={found}>
        <ReportPopup
          source={reportSource}
          code={code}
          orgFields={columns}
          destFields={columns}
          value={Object.values(found).join(' ')}
          onValues={setFound}
        />
      </Demo>
    </>
  )
}

const rows = Array.from({ length: 36 }, (_, index) => ({
  lock_code: `LK${index + 1}`,
  lock_name: `隔离挂锁 ${index + 1} 号`,
  lock_status: String(index % 2),
}))

/** A report that lives in the page: it is asked like one of the server. */
const source: ReportSource = {
  failureText: (error) => (error instanceof Error ? error.message : '报表暂时不可用'),
  head: (code) =>
    code === 'locks'
      ? Promise.resolve({
          cgRpConfigId: 'rp-1',
          cgRpConfigName: '锁具选择',
          columns: [
            { title: '锁具编号', dataIndex: 'lock_code', sorter: true },
            { title: '锁具名称', dataIndex: 'lock_name' },
            { title: '状态', dataIndex: 'lock_status', customRender: 'lock_status' },
          ],
          dictOptions: {
            lock_status: [
              { value: '0', text: '关锁' },
              { value: '1', text: '开锁' },
            ],
          },
        })
      : Promise.reject(new Error('报表不存在')),
  queryInfo: () =>
    Promise.resolve([
      { label: '锁具编号', field: 'lock_code', view: 'text', mode: 'single', hidden: '0' },
      { label: '锁具名称', field: 'lock_name', view: 'text', mode: 'single', hidden: '0' },
      {
        label: '状态',
        field: 'lock_status',
        view: 'list',
        mode: 'single',
        hidden: '1',
        options: [
          { value: '0', text: '关锁' },
          { value: '1', text: '开锁' },
        ],
      },
    ]),
  data(_reportId, { pageNo, pageSize, column, order, ...filters }) {
    const found = rows.filter((row) =>
      Object.entries(row).every(([name, value]) => value.includes(String(filters[name] ?? ''))),
    )
    const sorted = column === 'lock_code' && order === 'desc' ? found.toReversed() : found
    const from = (Number(pageNo) - 1) * Number(pageSize)
    return Promise.resolve({ records: sorted.slice(from, from + Number(pageSize)), total: found.length })
  },
}

/** One whose rows can be chosen from all the same. */
const withoutQuery: ReportSource = {
  ...source,
  queryInfo: () => Promise.reject(new Error('查询条件暂时取不到')),
}
