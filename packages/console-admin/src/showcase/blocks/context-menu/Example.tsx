import { CopyOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { ContextMenu } from '@suoan/ui/context-menu'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

const items = [
  { key: 'edit', label: '编辑', icon: <EditOutlined /> },
  { key: 'copy', label: '复制', icon: <CopyOutlined /> },
  { key: 'delete', label: '删除', icon: <DeleteOutlined />, disabled: true },
] as const

export default function Example() {
  const [chosen, setChosen] = useState('')
  return (
    <ContextMenu items={items} onChoose={setChosen}>
      <div>
        <Demo label="右键单击按钮" value={chosen}>
          <button type="button" className="showcase-target">
            在这里右键单击，或按菜单键
          </button>
        </Demo>
      </div>
    </ContextMenu>
  )
}
