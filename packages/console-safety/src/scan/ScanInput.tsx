import { CameraOutlined, CloseOutlined, WifiOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Space } from 'antd'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { readByCamera, readByNfc, readers } from './browser-readers.ts'
import { scanProblem } from './scan-problem.ts'
import './scan.css'

type Device = 'camera' | 'nfc'

interface Props {
  readonly value: string
  readonly id?: string
  readonly 'aria-label'?: string
  readonly placeholder: string
  readonly maxLength: number
  readonly autoFocus?: boolean
  /** What is taken of an NFC tag: the text written on it, or its own number. */
  readonly nfc?: 'text' | 'serial'
  onChange(value: string): void
  /** Enter, which a scanner types after the code. */
  onEnter?(): void
}

/**
 * A code that is scanned or typed: by a scanner that types, by the camera or NFC where the browser has them. The code
 * stands in the field before anything is done with it.
 */
export function ScanInput({ nfc = 'text', onChange, onEnter, ...input }: Props) {
  const [device, setDevice] = useState<Device | null>(null)
  const [problem, setProblem] = useState('')
  const has = readers()
  const begin = (next: Device) => {
    setProblem('')
    setDevice(device === next ? null : next)
  }
  return (
    <div className="scan-input">
      <Space.Compact block>
        <Input
          {...input}
          size="large"
          allowClear
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          {...(onEnter ? { onPressEnter: onEnter } : {})}
        />
        {has.camera && (
          <Button
            size="large"
            icon={<CameraOutlined />}
            aria-label="用摄像头扫码"
            title="用摄像头扫码"
            aria-pressed={device === 'camera'}
            onClick={() => begin('camera')}
          />
        )}
        {has.nfc && (
          <Button
            size="large"
            icon={<WifiOutlined rotate={90} />}
            aria-label="用 NFC 读取"
            title="用 NFC 读取"
            aria-pressed={device === 'nfc'}
            onClick={() => begin('nfc')}
          />
        )}
      </Space.Compact>
      {device && (
        <Reading
          key={device}
          device={device}
          nfc={nfc}
          onRead={(code) => {
            setDevice(null)
            onChange(code)
          }}
          onProblem={(text) => {
            setDevice(null)
            setProblem(text)
          }}
          onClose={() => setDevice(null)}
        />
      )}
      {problem && <Alert type="warning" showIcon title={problem} />}
    </div>
  )
}

interface ReadingProps {
  readonly device: Device
  readonly nfc: 'text' | 'serial'
  onRead(code: string): void
  onProblem(text: string): void
  onClose(): void
}

/** The camera or the reader while it looks; it ends with this part of the page. */
function Reading({ device, nfc, onRead, onProblem, onClose }: ReadingProps) {
  const video = useRef<HTMLVideoElement>(null)
  const told = useRef({ onRead, onProblem })
  useLayoutEffect(() => {
    told.current = { onRead, onProblem }
  })
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const reading =
      device === 'nfc' ? readByNfc(nfc, signal) : video.current && readByCamera(video.current, signal)
    reading?.then(
      (code) => {
        if (code !== null && !signal.aborted) told.current.onRead(code)
      },
      (error: unknown) => {
        if (!signal.aborted)
          told.current.onProblem(scanProblem(device, error instanceof DOMException ? error.name : ''))
      },
    )
    return () => ending.abort()
  }, [device, nfc])
  return (
    <div className="scan-reading" role="status">
      {device === 'camera' ? (
        <video ref={video} muted playsInline aria-label="摄像头画面" />
      ) : (
        <p>请将标签贴近手机背面的 NFC 感应区</p>
      )}
      <Button icon={<CloseOutlined />} onClick={onClose}>
        {device === 'camera' ? '关闭摄像头' : '停止读取'}
      </Button>
    </div>
  )
}
