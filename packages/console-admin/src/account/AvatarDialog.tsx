import { accountEndpoints } from '@suoan/contract'
import { AvatarCrop, cutPicture } from '@suoan/ui/avatar-crop'
import type { Cut } from '@suoan/ui/avatar-crop'
import { AppModal } from '@suoan/ui/modal'
import { useShown } from '@suoan/ui/shown'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Upload } from 'antd'
import { useRef, useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { sendFile } from '@suoan/console-base/request/send-file.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { feedback } from '@suoan/console-base/feedback.ts'

/** Side of the stored picture, px: twice the largest place it is shown. */
const SIDE = 360

/** 修改头像, 800 wide: choose, cut, save (5-screens.md §10.2). */
export function AvatarDialog({ onClose }: { onClose(): void }) {
  const shown = useShown()
  const client = useQueryClient()
  const [src, setSrc] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const cut = useRef<Cut | null>(null)
  const save = useMutation({
    mutationFn: async () => {
      if (!src || !cut.current) return null
      const picture = await cutPicture(src, cut.current, SIDE)
      const avatar = await sendFile(picture, { name: 'avatar.png', biz: 'avatar' })
      await call(accountEndpoints.edit, { avatar }, { quiet: true })
      return avatar
    },
    onSuccess: (avatar) => {
      if (avatar === null) return
      const { user, setUser } = useSession.getState()
      if (user) setUser({ ...user, avatar })
      void feedback().message.success('上传头像成功')
      void client.invalidateQueries({ queryKey: ['account'] })
      void shown().then(onClose)
    },
    onError: (error) => setProblem(failureText(error)),
  })
  const read = (file: File) => {
    setProblem('')
    if (!/^image\/(png|jpe?g|webp|bmp|gif)$/.test(file.type)) return setProblem('请上传图片')
    const reader = new FileReader()
    reader.addEventListener('load', () => setSrc(String(reader.result)))
    reader.addEventListener('error', () => setProblem('图片读取失败，请换一张'))
    reader.readAsDataURL(file)
  }
  return (
    <AppModal
      open
      title="修改头像"
      width={800}
      cancelText="取消"
      okText="保存"
      okButtonProps={{ disabled: src === null }}
      confirmLoading={save.isPending}
      okClose={false}
      onOk={() => save.mutate()}
      onCancel={onClose}
    >
      {problem && <Alert className="account-note" type="error" showIcon title={problem} />}
      {src && <AvatarCrop key={src} src={src} onCut={(part) => (cut.current = part)} />}
      <div className="account-pick">
        <Upload
          accept="image/*"
          showUploadList={false}
          beforeUpload={(file) => {
            read(file)
            return false
          }}
        >
          <Button type={src ? 'default' : 'primary'}>{src ? '换一张图片' : '选择图片'}</Button>
        </Upload>
        {!src && <p>选好图片后拖动、缩放，方框内的部分将成为头像。</p>}
      </div>
    </AppModal>
  )
}
