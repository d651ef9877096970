import { linkOf } from '@suoan/kit/rich-text'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { LabelledItem } from '../labelled-item/index.ts'
import { AppModal } from '../modal/index.ts'

interface Props {
  onClose(): void
  onTake(address: string): void
}

/** Asks for the address of a link. */
export function LinkDialog({ onClose, onTake }: Props) {
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState('')
  const take = () => {
    const href = linkOf(address)
    if (href !== null) onTake(href)
    else setProblem('请填写以 http://、https://、mailto:、tel: 或 / 开头的地址')
  }
  return (
    <AppModal
      open
      title="插入链接"
      width="30%"
      className="markdown-dialog"
      okClose={false}
      problem={problem}
      onOk={take}
      onCancel={onClose}
    >
      <Form layout="vertical" component={false}>
        <LabelledItem label="链接地址">
          <Input
            placeholder="请填写链接地址"
            value={address}
            onChange={({ target }) => {
              setAddress(target.value)
              setProblem('')
            }}
            onPressEnter={take}
          />
        </LabelledItem>
      </Form>
    </AppModal>
  )
}
