import { LinkOutlined, PlusOutlined, RedoOutlined, SaveOutlined, UndoOutlined } from '@ant-design/icons'
import { energyEndpoints, type MapNode } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { newId } from '@suoan/kit/id'
import { useMutation } from '@tanstack/react-query'
import { Button, Dropdown, Select, Space } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { frameOf, gap, placesOf } from './map-layout.ts'
import { freeCode, isDrawingDirty, mistakesOf, type MapAction, type MapState } from './map-model.ts'

interface Props {
  readonly map: MapState
  readonly selected: string | null
  dispatch(action: MapAction): void
  onSelect(id: string | null): void
  onReload(): void
}

const types = ['SOURCE', 'EQUIP', 'ZONE', 'JUNC'] as const satisfies readonly MapNode['type'][]

/** Adding, connecting, taking back, saving. */
export function MapToolbar({ map, selected, dispatch, onSelect, onReload }: Props) {
  const { now: drawing, version } = map
  const [first] = mistakesOf(drawing)
  const from = drawing.nodes.find(({ id }) => id === selected)
  const [isConnecting, setConnecting] = useState(false)
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      call(
        energyEndpoints.saveMap,
        {
          version,
          nodes: [...drawing.nodes],
          edges: drawing.edges.map(({ pointCode: _code, pointName: _name, ...edge }) => edge),
        },
        { quiet: true },
      ),
    onSuccess: (answer) => {
      dispatch({ do: 'saved', version: answer.version })
      void feedback().message.success('能量图已保存')
    },
    onError: showFailure,
  })
  const add = (type: MapNode['type']) => {
    const frame = frameOf(placesOf(drawing).values())
    const id = newId()
    const y = drawing.nodes.length === 0 ? 0 : frame.y + frame.height + gap.y / 2
    const place = { x: Math.round(frame.x + 100), y: Math.round(y) }
    dispatch({ do: 'addNode', node: { id, code: freeCode(drawing, type), type, ...place } })
    onSelect(id)
  }
  const connect = (toId: string) => {
    setConnecting(false)
    if (!from) return
    const id = newId()
    dispatch({
      do: 'addEdge',
      edge: {
        id,
        fromId: from.id,
        toId,
        directed: true,
        normalOpen: true,
        weight: 1,
        pointId: null,
        pointCode: null,
        pointName: null,
      },
    })
    onSelect(id)
  }
  const reload = () =>
    feedback().modal.confirm({
      title: '放弃未保存的修改？',
      content: '将重新载入已保存的能量图。',
      okText: '放弃修改',
      cancelText: '继续编辑',
      onOk: onReload,
    })
  return (
    <Space wrap>
      <Dropdown
        trigger={['hover', 'click']}
        menu={{
          items: types.map((type) => ({ key: type, label: labelOf('lo_node_type', type) })),
          onClick: ({ key }) => types.filter((type) => type === key).forEach(add),
        }}
      >
        <Button icon={<PlusOutlined />}>添加节点</Button>
      </Dropdown>
      {isConnecting && from ? (
        <Select
          autoFocus
          defaultOpen
          style={{ width: 200 }}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={`从 ${from.code} 连接到…`}
          options={drawing.nodes
            .filter(({ id }) => id !== from.id)
            .map(({ id, code, name }) => ({ value: id, label: `${code} ${name ?? ''}` }))}
          onChange={connect}
          onBlur={() => setConnecting(false)}
        />
      ) : (
        <Button
          icon={<LinkOutlined />}
          disabled={!from}
          title={from ? '' : '先选择起点节点'}
          onClick={() => setConnecting(true)}
        >
          连接
        </Button>
      )}
      <Button
        icon={<UndoOutlined />}
        disabled={map.past.length === 0}
        onClick={() => dispatch({ do: 'undo' })}
      >
        撤销
      </Button>
      <Button
        icon={<RedoOutlined />}
        disabled={map.future.length === 0}
        onClick={() => dispatch({ do: 'redo' })}
      >
        重做
      </Button>
      <Button disabled={!isDrawingDirty(map)} onClick={() => void reload()}>
        放弃修改
      </Button>
      <Button
        type="primary"
        icon={<SaveOutlined />}
        loading={save.isPending}
        disabled={!isDrawingDirty(map)}
        onClick={() => (first ? void feedback().message.warning(first.text) : save.mutate())}
      >
        保存
      </Button>
    </Space>
  )
}
