import { SwapOutlined } from '@ant-design/icons'
import { AppModal } from '@suoan/ui/modal'
import { Table } from 'antd'
import type { dataLog } from '@suoan/contract'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { compareContents } from './compare-contents.ts'

export type StoredVersion = RowOf<typeof dataLog.fields>

/** Two stored versions of a row, field by field; what differs is coloured (5-screens.md §6.22). */
export function CompareVersions({
  pair,
  onClose,
}: {
  pair: readonly [StoredVersion, StoredVersion]
  onClose(): void
}) {
  const [old, recent] = (pair[0].dataVersion ?? 0) <= (pair[1].dataVersion ?? 0) ? pair : [pair[1], pair[0]]
  return (
    <AppModal open fullscreen title="数据对比窗口" width={1000} footer={null} onCancel={onClose}>
      <p>
        {old.dataTable} · {old.dataId}
      </p>
      <Table
        size="small"
        bordered
        // Both versions stay side by side on a phone.
        tableLayout="fixed"
        className="compare-versions"
        rowKey="code"
        pagination={false}
        dataSource={compareContents(old.dataContent, recent.dataContent)}
        rowClassName={(row) => (row.differs ? 'row-differs' : '')}
        columns={[
          { title: '字段名', dataIndex: 'code', width: '30%' },
          { title: `版本:${old.dataVersion}`, dataIndex: 'old', width: '30%' },
          {
            title: '',
            key: 'mark',
            width: 48,
            align: 'center',
            render: (_, row) => (row.differs ? <SwapOutlined title="不一致" /> : null),
          },
          { title: `版本:${recent.dataVersion}`, dataIndex: 'recent', width: '30%' },
        ]}
      />
    </AppModal>
  )
}
