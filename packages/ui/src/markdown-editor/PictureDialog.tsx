import { Form, Input, Tabs } from 'antd'
import { useState, type ComponentProps } from 'react'
import { FileInput } from '../file-input/index.ts'
import { LabelledItem } from '../labelled-item/index.ts'
import { AppModal } from '../modal/index.ts'
import type { PictureText } from './markdown-text.ts'

/** How pictures of one's own are stored and shown. */
export type PictureFiles = Pick<
  ComponentProps<typeof FileInput>,
  'upload' | 'urlOf' | 'thumbOf' | 'load' | 'maxBytes'
>

interface Props {
  /** Without it pictures are named by their address alone. */
  readonly files: PictureFiles | undefined
  onClose(): void
  onTake(picture: PictureText): void
}

/** 图片上传: one file of one's own, or the address of a picture; the remark is what is read instead of it (5-screens.md §13). */
export function PictureDialog({ files, onClose, onTake }: Props) {
  const [tab, setTab] = useState(files ? 'local' : 'address')
  const [path, setPath] = useState('')
  const [pending, setPending] = useState<string | null>(null)
  const [address, setAddress] = useState('')
  const [remark, setRemark] = useState('')
  const [problem, setProblem] = useState('')
  const take = () => {
    const isLocal = tab === 'local'
    const missing = isLocal ? '请先上传图片' : '请填写网络图片地址'
    const src = isLocal ? path && files?.urlOf(path) : address.trim()
    if (isLocal && pending !== null) setProblem(pending)
    else if (src) onTake({ src, alt: remark.trim() })
    else setProblem(missing)
  }
  const remarkItem = (
    <LabelledItem label="备注">
      <Input
        placeholder="请填写备注"
        maxLength={200}
        value={remark}
        onChange={({ target }) => setRemark(target.value)}
        onPressEnter={take}
      />
    </LabelledItem>
  )
  return (
    <AppModal
      open
      title="图片上传"
      width="30%"
      className="markdown-dialog"
      okClose={false}
      problem={problem}
      onOk={take}
      onCancel={onClose}
    >
      <Form layout="vertical" component={false}>
        <Tabs
          activeKey={tab}
          onChange={(next) => {
            setTab(next)
            setProblem('')
          }}
          items={[
            ...(files
              ? [
                  {
                    key: 'local',
                    label: '本地图片上传',
                    children: (
                      <>
                        <FileInput
                          {...files}
                          label="图片"
                          accept="image"
                          most={1}
                          value={path}
                          onChange={(next) => {
                            setPath(next ?? '')
                            setProblem('')
                          }}
                          onPending={setPending}
                        />
                        {remarkItem}
                      </>
                    ),
                  },
                ]
              : []),
            {
              key: 'address',
              label: '网络图片地址',
              children: (
                <>
                  <LabelledItem label="图片地址" extra="外部网站的图片显示为链接，点击后在新窗口打开">
                    <Input
                      placeholder="请填写网络图片地址"
                      value={address}
                      onChange={({ target }) => {
                        setAddress(target.value)
                        setProblem('')
                      }}
                      onPressEnter={take}
                    />
                  </LabelledItem>
                  {remarkItem}
                </>
              ),
            },
          ]}
        />
      </Form>
    </AppModal>
  )
}
