import { CategorySelect } from '@suoan/console-base/resource/widgets/CategorySelect.tsx'
import { DictTreeSelect } from '@suoan/console-base/resource/widgets/DictTreeSelect.tsx'
import { LazyTreeSelect } from '@suoan/ui/lazy-tree'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

export default function Example() {
  const [category, setCategory] = useState<string | string[]>('')
  const [departs, setDeparts] = useState<string | string[]>([])
  const [valve, setValve] = useState<string | string[]>('v-12')
  const [gone, setGone] = useState<string | string[]>('v-99')
  return (
    <>
      <Demo label="分类字典" value={category}>
        <CategorySelect value={category} onChange={setCategory} aria-label="分类字典" />
      </Demo>
      <Demo label="字典树（部门）" value={departs}>
        <DictTreeSelect
          multiple
          dict="sys_depart,depart_name,id"
          pidField="parent_id"
          value={departs}
          onChange={setDeparts}
          aria-label="字典树（部门）"
        />
      </Demo>
      <Demo label="任意树形数据" value={valve}>
        <LazyTreeSelect
          load={loadValves}
          loadNames={nameValves}
          value={valve}
          onChange={setValve}
          aria-label="任意树形数据"
        />
      </Demo>
      <Demo label="所选内容已被删除" value={gone}>
        <LazyTreeSelect
          load={loadValves}
          loadNames={nameValves}
          value={gone}
          onChange={setGone}
          aria-label="所选内容已被删除"
        />
      </Demo>
      <Demo label="条件不是 JSON" value="">
        <CategorySelect condition="name=锁" aria-label="条件不是 JSON" />
      </Demo>
    </>
  )
}

const valves = [
  { value: 'v-1', title: '进料管线', above: null },
  { value: 'v-11', title: '进料球阀', above: 'v-1' },
  { value: 'v-12', title: '进料闸阀', above: 'v-1' },
  { value: 'v-2', title: '回流管线', above: null },
  { value: 'v-21', title: '回流止回阀', above: 'v-2' },
]

/** One level below a node, as a server would answer it. */
const loadValves = (below: string | null) =>
  Promise.resolve(
    valves
      .filter(({ above }) => above === below)
      .map(({ value, title, above }) => ({ value, title, isLeaf: above !== null })),
  )

/** Names of stored values; null for one that does not exist any more. */
const nameValves = (values: readonly string[]) =>
  Promise.resolve(
    new Map(values.map((value) => [value, valves.find((each) => each.value === value)?.title ?? null])),
  )
