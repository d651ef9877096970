import { departAreaEndpoints } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { AppModal } from '@suoan/ui/modal'
import { useMutation } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import { useState } from 'react'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'

interface Node {
  readonly key: string
  readonly title: string
  readonly children?: readonly Node[]
}

interface Props {
  readonly departs: readonly Node[]
  /** The department that is being edited. */
  readonly departId: string
  readonly relType: number
  readonly relation: string
  onClose(): void
  onCopied(areaIds: readonly string[]): void
}

interface Choice {
  readonly value: string
  readonly title: string
  readonly disabled: boolean
  readonly children: Choice[]
}
const choicesOf = (nodes: readonly Node[], not: string): Choice[] =>
  nodes.map(({ key, title, children = [] }) => ({
    value: key,
    title,
    disabled: key === not,
    children: choicesOf(children, not),
  }))

/** Ticks what another department has by the same relation; nothing is stored yet. */
export function CopyDialog({ departs, departId, relType, relation, onClose, onCopied }: Props) {
  const [from, setFrom] = useState<string | null>(null)
  const copy = useMutation({
    meta: { quiet: true },
    mutationFn: async (source: string) => {
      const { byType } = await call(departAreaEndpoints.queryByDepart, { departId: source }, { quiet: true })
      return byType.find((each) => each.relType === relType)?.relations.map(({ areaId }) => areaId) ?? []
    },
    onSuccess: (ids) => {
      if (ids.length === 0) {
        void feedback().message.warning(`该部门没有${relation}区域，请选择另一个部门`)
        return
      }
      onCopied(ids)
      onClose()
    },
    onError: showFailure,
  })
  return (
    <AppModal
      open
      width={520}
      title={`从部门复制${relation}区域`}
      okText="复制勾选"
      okClose={false}
      okButtonProps={{ disabled: from === null }}
      confirmLoading={copy.isPending}
      onOk={() => {
        if (from !== null) copy.mutate(from)
      }}
      onCancel={onClose}
    >
      <LabelledItem
        label="复制哪个部门"
        extra={
          relType === 1
            ? '属地只能有一个部门：已属于该部门的区域，保存时会说明并拒绝'
            : '只加到勾选里，保存前还可以修改'
        }
      >
        <TreeSelect<string | null>
          className="full"
          showSearch={{ treeNodeFilterProp: 'title' }}
          treeDefaultExpandAll
          placeholder="请选择部门"
          treeData={choicesOf(departs, departId)}
          value={from}
          onChange={setFrom}
        />
      </LabelledItem>
    </AppModal>
  )
}
