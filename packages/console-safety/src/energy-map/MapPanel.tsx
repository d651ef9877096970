import { DeleteOutlined } from '@ant-design/icons'
import type { MapNode } from '@suoan/contract'
import { point } from '@suoan/contract'
import { domainDictionaries, valueLists } from '@suoan/domain/dictionaries'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Button, Form, Input, InputNumber, Popconfirm, Select, Switch } from 'antd'
import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import { runAction } from '@suoan/console-base/resource/run-action.ts'
import type { DrawnEdge, Drawing, MapAction } from './map-model.ts'

const choices = (code: string) =>
  [...domainDictionaries, ...valueLists]

    .find((each) => each.code === code)
    ?.items.map(({ value, text }) => ({ value, label: text })) ?? []

interface Props {
  readonly drawing: Drawing
  readonly selected: string
  readonly canEdit: boolean
  dispatch(action: MapAction): void
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? null

/** Properties of what is selected. */
export function MapPanel({ drawing, selected, canEdit, dispatch }: Props) {
  const node = drawing.nodes.find(({ id }) => id === selected)
  const edge = drawing.edges.find(({ id }) => id === selected)
  if (!node && !edge) return null
  return (
    <section className="map-panel" aria-label="属性">
      <h3>{node ? `节点 ${node.code}` : '连接'}</h3>
      <Form layout="vertical" component="div" disabled={!canEdit} size="small">
        {node ? <NodeFields node={node} dispatch={dispatch} /> : null}
        {edge ? <EdgeFields edge={edge} drawing={drawing} dispatch={dispatch} /> : null}
      </Form>
      {canEdit && (
        <Popconfirm
          title={node ? '删除该节点及其全部连接？' : '删除该连接？'}
          okText="删除"
          cancelText="取消"
          onConfirm={() => dispatch({ do: 'remove', id: selected })}
        >
          <Button danger block icon={<DeleteOutlined />}>
            {node ? '删除节点' : '删除连接'}
          </Button>
        </Popconfirm>
      )}
    </section>
  )
}

function NodeFields({ node, dispatch }: { node: MapNode; dispatch(action: MapAction): void }) {
  const edit = (change: Partial<MapNode>) => dispatch({ do: 'editNode', id: node.id, change })
  return (
    <>
      <LabelledItem label="编号" extra="与设备位号相同时代表该设备">
        <Input
          value={node.code}
          maxLength={32}
          onChange={(event) => edit({ code: event.target.value.toUpperCase().trim() })}
        />
      </LabelledItem>
      <LabelledItem label="名称">
        <Input
          value={node.name ?? ''}
          maxLength={100}
          onChange={(event) => edit({ name: event.target.value })}
        />
      </LabelledItem>
      <LabelledItem label="类型">
        <Select
          value={node.type}
          options={choices('lo_node_type')}
          onChange={(type: MapNode['type']) => edit({ type })}
        />
      </LabelledItem>
      <LabelledItem label="能量类型">
        <Select
          allowClear
          value={node.energyType ?? null}
          options={choices('lo_energy_type')}
          onChange={(energyType: string | null) => edit({ energyType: energyType ?? null })}
        />
      </LabelledItem>
      <LabelledItem label="能级">
        <Input
          value={node.magnitude ?? ''}
          maxLength={50}
          onChange={(event) => edit({ magnitude: event.target.value })}
        />
      </LabelledItem>
      <LabelledItem label="设备">
        <RefPicker
          field={{ kind: 'ref', label: '设备', resource: 'equip' }}
          {...(node.equipId ? { value: node.equipId } : {})}
          onChange={(value) => edit({ equipId: one(value) })}
        />
      </LabelledItem>
    </>
  )
}

interface EdgeProps {
  readonly edge: DrawnEdge
  readonly drawing: Drawing
  dispatch(action: MapAction): void
}

function EdgeFields({ edge, drawing, dispatch }: EdgeProps) {
  const edit = (change: Partial<DrawnEdge>) => dispatch({ do: 'editEdge', id: edge.id, change })
  const nodes = drawing.nodes.map(({ id, code, name }) => ({ value: id, label: `${code} ${name ?? ''}` }))
  const choosePoint = (pointId: string | null) =>
    runAction(async () => {
      if (pointId === null) return edit({ pointId: null, pointCode: null, pointName: null })
      const row = await resourceApi(point).find(pointId)
      edit({ pointId, pointCode: row.pointCode ?? '', pointName: row.pointName ?? '' })
    })
  return (
    <>
      <LabelledItem label="起点">
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          value={edge.fromId}
          options={nodes}
          onChange={(fromId: string) => edit({ fromId })}
        />
      </LabelledItem>
      <LabelledItem label="终点">
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          value={edge.toId}
          options={nodes}
          onChange={(toId: string) => edit({ toId })}
        />
      </LabelledItem>
      <LabelledItem label="受控隔离点" extra="不选则无法切断">
        <RefPicker
          field={{ kind: 'ref', label: '隔离点', resource: 'point' }}
          {...(edge.pointId ? { value: edge.pointId } : {})}
          onChange={(value) => void choosePoint(one(value))}
        />
      </LabelledItem>
      <LabelledItem label="单向（如止回阀）">
        <Switch checked={edge.directed} onChange={(directed) => edit({ directed })} />
      </LabelledItem>
      <LabelledItem label="正常导通">
        <Switch checked={edge.normalOpen} onChange={(normalOpen) => edit({ normalOpen })} />
      </LabelledItem>
      <LabelledItem label="隔离代价" extra="推荐方案取总代价最小">
        <InputNumber
          min={1}
          max={1000}
          precision={0}
          value={edge.weight}
          onChange={(weight) => edit({ weight: weight ?? 1 })}
        />
      </LabelledItem>
    </>
  )
}
