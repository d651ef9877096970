import { labelOf } from '@suoan/domain/dictionaries'
import { Table } from 'antd'
import type { DrawnEdge, Drawing } from './map-model.ts'

interface Props {
  readonly drawing: Drawing
  readonly live: { nodeIds: ReadonlySet<string>; edgeIds: ReadonlySet<string> }
  readonly closed: ReadonlySet<string>
  onSelect(id: string): void
}

/** The map as two lists: for screen readers, narrow screens, and whoever prefers to read. */
export function MapTable({ drawing, live, closed, onSelect }: Props) {
  const codeOf = new Map(drawing.nodes.map(({ id, code }) => [id, code]))
  const state = ({ id, pointId }: DrawnEdge) =>
    pointId && closed.has(pointId) ? '已关' : live.edgeIds.has(id) ? '带能' : '无能量'
  return (
    <div className="map-tables">
      <Table
        size="small"
        rowKey="id"
        scroll={{ x: 480 }}
        pagination={{ pageSize: 20, hideOnSinglePage: true }}
        dataSource={[...drawing.nodes]}
        title={() => '节点'}
        columns={[
          {
            title: '编号',
            dataIndex: 'code',
            render: (code: string, node) => (
              <button type="button" className="map-link" onClick={() => onSelect(node.id)}>
                {code}
              </button>
            ),
          },
          { title: '名称', dataIndex: 'name' },
          { title: '类型', dataIndex: 'type', render: (type: string) => labelOf('lo_node_type', type) },
          { title: '能级', dataIndex: 'magnitude' },
          {
            title: '状态',
            render: (_value, node) =>
              node.type === 'SOURCE' ? '能量源' : live.nodeIds.has(node.id) ? '带能' : '无能量',
          },
        ]}
      />
      <Table
        size="small"
        rowKey="id"
        scroll={{ x: 480 }}
        pagination={{ pageSize: 20, hideOnSinglePage: true }}
        dataSource={[...drawing.edges]}
        title={() => '连接'}
        columns={[
          {
            title: '起点 → 终点',
            render: (_value, edge) => (
              <button type="button" className="map-link" onClick={() => onSelect(edge.id)}>
                {codeOf.get(edge.fromId)} {edge.directed ? '→' : '↔'} {codeOf.get(edge.toId)}
              </button>
            ),
          },
          { title: '隔离点', render: (_value, edge) => edge.pointCode ?? '无（不能切断）' },
          { title: '代价', dataIndex: 'weight' },
          { title: '状态', render: (_value, edge) => state(edge) },
        ]}
      />
    </div>
  )
}
