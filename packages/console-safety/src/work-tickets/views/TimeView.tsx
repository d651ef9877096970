import { CheckCircleOutlined, WarningFilled } from '@ant-design/icons'
import type { PlannedTickets } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { isOpenConflict } from '@suoan/domain/isolation'
import { Segmented } from 'antd'
import { useEffect, useRef } from 'react'
import { StatusIcon } from '@suoan/console-base/status/StatusBadge.tsx'
import { ticketLook } from '../../status/ticket-look.ts'
import { placeOf, ticksOf } from '../simops/simops-layout.ts'
import { usePlace } from '../use-place.ts'
import { plannedText } from './TicketChip.tsx'
import { timeRows, type TimeBar } from './time-rows.ts'

interface Props {
  readonly planned: PlannedTickets
  readonly by: 'area' | 'equip'
  readonly now: number
  onBy(by: 'area' | 'equip'): void
}

const laneHeight = 36

/** Areas or equipment down, time across; a bar is a ticket in the colour of its state, with a mark where it meets another. */
export function TimeView({ planned, by, now, onBy }: Props) {
  const ticks = ticksOf(planned)
  const rows = timeRows(planned, by, now)
  const present = now > planned.from && now < planned.to ? placeOf(planned, now, now).left : null
  const open = planned.conflicts.filter(isOpenConflict).length
  const box = useShownFrom(
    present ?? Math.min(100, ...rows.flatMap(({ bars }) => bars.map(({ left }) => left))),
  )
  return (
    <>
      <div className="planned-rows">
        <Segmented
          aria-label="每行是"
          value={by}
          onChange={onBy}
          options={[
            { value: 'area', label: '按区域' },
            { value: 'equip', label: '按设备' },
          ]}
        />
        {planned.conflicts.length > 0 && (
          <span className={open > 0 ? 'planned-clash' : ''}>
            {open > 0 && <WarningFilled />} {planned.conflicts.length} 项冲突
            {open > 0 ? `，${open} 项未解决` : '，均已处理'}
          </span>
        )}
      </div>
      <div className="planned-scroll" ref={box}>
        <div className="planned-chart" role="group" aria-label="时间图，列表有同样的工作票">
          <div className="planned-row planned-axis">
            <span className="planned-place">{by === 'area' ? '区域' : '设备'}</span>
            <div className="planned-track">
              {ticks.map((tick) => (
                <span
                  key={tick.at}
                  className="planned-tick"
                  style={{ left: `${placeOf(planned, tick.at, tick.at).left}%` }}
                >
                  {tick.label}
                </span>
              ))}
            </div>
          </div>
          {rows.map((row) => (
            <div key={row.id} className="planned-row">
              <span className="planned-place">{row.name}</span>
              <div className="planned-track" style={{ minHeight: row.lanes * laneHeight + 8 }}>
                {ticks.map((tick) => (
                  <i key={tick.at} style={{ left: `${placeOf(planned, tick.at, tick.at).left}%` }} />
                ))}
                {present !== null && <i className="planned-now" style={{ left: `${present}%` }} />}
                {row.bars.map((bar) => (
                  <BarView key={bar.ticket.id} bar={bar} planned={planned} />
                ))}
              </div>
            </div>
          ))}
        </div>
      </div>
      <p className="planned-legend hint">
        <span>颜色和图标为票的状态</span>
        {planned.conflicts.length > 0 && (
          <>
            <span>
              <WarningFilled className="planned-clash" /> 冲突未解决
            </span>
            <span>
              <CheckCircleOutlined /> 冲突已处理
            </span>
          </>
        )}
        {planned.tickets.some(({ isOverdue }) => isOverdue) && <span>斜纹为超期未收尾的时间</span>}
        {present !== null && <span>红色竖线为现在</span>}
      </p>
    </>
  )
}

/** Where there is no room for the whole time, it is first seen from a little before `left` (percent of it) on. */
function useShownFrom(left: number) {
  const box = useRef<HTMLDivElement>(null)
  const first = useRef(left)
  useEffect(() => {
    const chart = box.current
    const track = chart?.querySelector<HTMLElement>('.planned-track')
    if (chart && track) chart.scrollLeft = Math.max(0, (track.offsetWidth * first.current) / 100 - 60)
  }, [])
  return box
}

function BarView({ bar, planned }: { readonly bar: TimeBar; readonly planned: PlannedTickets }) {
  const { openView } = usePlace()
  const { ticket, conflicts } = bar
  const look = ticketLook(ticket)
  const worst = conflicts.find(isOpenConflict)
  const clash =
    conflicts.length === 0
      ? ''
      : worst
        ? `，${conflicts.length} 项冲突，最重为${labelOf('lo_severity', worst.severity)}`
        : `，${conflicts.length} 项冲突，均已处理`
  const text = `${plannedText(ticket)}${ticket.isOverdue ? '，已超期未收尾' : ''}${clash}`
  return (
    <button
      type="button"
      className={`planned-bar label-${bar.label} tone-${look.tone}${ticket.voidFlag === 1 ? ' is-void' : ''}${conflicts.length > 0 ? ' has-clash' : ''}`}
      style={{
        left: `${bar.left}%`,
        width: `${bar.width}%`,
        top: bar.lane * laneHeight + 6,
        height: laneHeight - 6,
      }}
      title={text}
      aria-label={text}
      onClick={() => openView(ticket.id)}
    >
      {ticket.isOverdue && (
        <span
          className="planned-late"
          style={{
            left: `${((placeOf(planned, ticket.end, ticket.end).left - bar.left) / Math.max(bar.width, 0.001)) * 100}%`,
          }}
        />
      )}
      <span className="planned-bar-text">
        {conflicts.length > 0 &&
          (worst ? <WarningFilled className="planned-clash" /> : <CheckCircleOutlined />)}
        <StatusIcon look={look} />
        <span>{ticket.workName}</span>
      </span>
    </button>
  )
}
