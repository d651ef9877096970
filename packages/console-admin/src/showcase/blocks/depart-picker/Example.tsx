import { TreePicker } from '@suoan/console-base/resource/widgets/TreePicker.tsx'
import { department } from '@suoan/contract'
import { TreePickDialog, type Chosen } from '@suoan/ui/pickers'
import { Button } from 'antd'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

const field = { kind: 'ref', label: '部门' } as const

export default function Example() {
  const [one, setOne] = useState<string | string[]>('')
  const [several, setSeveral] = useState<string | string[]>([])
  const [teams, setTeams] = useState<readonly Chosen[]>([])
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Demo label="一个部门" value={one}>
        <TreePicker
          field={{ ...field, label: '一个部门' }}
          target={department}
          value={one}
          onChange={setOne}
        />
      </Demo>
      <Demo label="多个部门" value={several}>
        <TreePicker
          field={{ ...field, label: '多个部门' }}
          target={department}
          multiple
          value={several}
          onChange={setSeveral}
        />
      </Demo>
      <Demo label="一千个班组" value={teams.length}>
        <Button onClick={() => setOpen(true)}>选择班组</Button>
      </Demo>
      {isOpen && (
        <TreePickDialog
          title="选择班组"
          searchPlaceholder="请输入班组名称按回车进行搜索"
          tree={plants}
          loading={false}
          multiple
          initial={teams.map(({ key }) => key)}
          onConfirm={(chosen) => {
            setTeams(chosen)
            setOpen(false)
          }}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  )
}

const plants = Array.from({ length: 20 }, (_, plant) => ({
  key: `p${plant}`,
  title: `${plant + 1} 号车间`,
  children: Array.from({ length: 50 }, (_each, team) => ({
    key: `p${plant}-${team}`,
    title: `${plant + 1} 号车间 ${team + 1} 班`,
  })),
}))
