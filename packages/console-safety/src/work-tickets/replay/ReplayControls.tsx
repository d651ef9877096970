import {
  PauseOutlined,
  PlayCircleOutlined,
  StepBackwardOutlined,
  StepForwardOutlined,
} from '@ant-design/icons'
import type { TicketReplay } from '@suoan/contract'
import { Button, Segmented, Slider } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import { neighbour, played, type Moment } from './replay-model.ts'

interface Props {
  readonly replay: TicketReplay
  readonly moments: readonly Moment[]
  readonly at: number
  onChange(at: number): void
}

const tickMs = 250
const second = 1000

/** The slider (arrow keys move it by a second), steps from event to event, and play at three speeds. */
export function ReplayControls({ replay, moments, at, onChange }: Props) {
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState(300)
  const tick = useEffectEvent(() => {
    const next = played(at, replay.to, speed, tickMs)
    onChange(next.at)
    if (next.ended) setPlaying(false)
  })
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => tick(), tickMs)
    return () => clearInterval(timer)
  }, [isPlaying])
  const before = neighbour(moments, at, -1)
  const after = neighbour(moments, at, 1)
  const toggle = () => {
    if (!isPlaying && at >= replay.to) onChange(replay.from)
    setPlaying(!isPlaying)
  }
  return (
    <div className="replay-controls">
      <p className="replay-time" aria-live="polite">
        <time>{wireTimeOf(at)}</time>
      </p>
      <Slider
        min={replay.from}
        max={Math.max(replay.to, replay.from + second)}
        step={second}
        value={at}
        onChange={(value) => {
          setPlaying(false)
          // The last step may fall short of the last event by less than a second.
          onChange(value + second > replay.to ? replay.to : value)
        }}
        // The time stands above in large figures.
        tooltip={{ open: false }}
        ariaLabelForHandle="回放时间，左右键移动一秒"
        ariaValueTextFormatterForHandle={(value) => wireTimeOf(value)}
      />
      <div className="replay-ends hint">
        <span>{wireTimeOf(replay.from).slice(5, 16)}</span>
        <span>{wireTimeOf(replay.to).slice(5, 16)}</span>
      </div>
      <div className="replay-buttons">
        <Button
          size="large"
          icon={<StepBackwardOutlined />}
          disabled={before === null}
          onClick={() => before && onChange(before.at)}
        >
          上一步
        </Button>
        <Button
          size="large"
          type="primary"
          icon={isPlaying ? <PauseOutlined /> : <PlayCircleOutlined />}
          onClick={toggle}
        >
          {isPlaying ? '暂停' : '播放'}
        </Button>
        <Button
          size="large"
          icon={<StepForwardOutlined />}
          disabled={after === null}
          onClick={() => after && onChange(after.at)}
        >
          下一步
        </Button>
        <Segmented
          aria-label="播放速度"
          value={speed}
          onChange={setSpeed}
          options={[
            { value: 60, label: '1 分/秒' },
            { value: 300, label: '5 分/秒' },
            { value: 1800, label: '30 分/秒' },
          ]}
        />
      </div>
    </div>
  )
}
