import { CameraOutlined } from '@ant-design/icons'
import { Button, Progress, Upload } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { upload } from '@suoan/console-base/request/upload.ts'
import './photo.css'

interface Props {
  readonly value: string
  readonly id?: string
  /** What the photo is to show. */
  readonly 'aria-label'?: string
  onChange(path: string): void
  /** A picture is on its way, or no longer. */
  onBusy?(isBusy: boolean): void
}

/** Takes a photo (or a picture file), sends it, and gives the stored path. */
export function PhotoInput({ value, onChange, onBusy, id, 'aria-label': label }: Props) {
  // What is typed beside it while the picture is on its way must not be overwritten by what stood there before.
  const told = useRef(onChange)
  useLayoutEffect(() => {
    told.current = onChange
  })
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  const send = async (file: File) => {
    setProblem('')
    setPercent(0)
    onBusy?.(true)
    try {
      const form = new FormData()
      form.set('file', file)
      form.set('biz', 'work')
      // The path comes as the message (4-api.md, /sys/common/upload).
      const answer = await upload({ path: '/sys/common/upload', form, onProgress: setPercent })
      told.current(answer.message)
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setPercent(null)
      onBusy?.(false)
    }
  }
  return (
    <div className="photo-input" id={id} role="group" aria-label={label ?? '照片'}>
      <Upload
        accept="image/*"
        showUploadList={false}
        beforeUpload={(file) => {
          void send(file)
          return false
        }}
      >
        <Button size="large" icon={<CameraOutlined />} loading={percent !== null}>
          {value ? '重新拍照' : '拍照 / 选择照片'}
        </Button>
      </Upload>
      {percent !== null && <Progress percent={percent} size="small" />}
      {value && <img src={fileUrl(value)} alt="现场照片" />}
      {problem && <p role="alert">照片上传失败：{problem}</p>}
    </div>
  )
}
