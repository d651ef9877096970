import { CheckCircleOutlined, CloseCircleFilled, WarningFilled } from '@ant-design/icons'
import type { SimopsMap } from '@suoan/contract'
import { labelOf, severity } from '@suoan/domain/dictionaries'
import { isOpenConflict } from '@suoan/domain/isolation'
import { basesText } from '@suoan/domain/work-ticket'
import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import { placeOf, ticksOf, type AreaRow, type Bar } from './simops-layout.ts'

interface Props {
  readonly map: SimopsMap
  readonly rows: readonly AreaRow[]
  readonly now: number
  onOpen(id: string): void
}

const laneHeight = 44

/** Areas down, time across; a bar is a ticket, the hatched part is where it meets another. */
export function SimopsChart({ map, rows, now, onOpen }: Props) {
  const ticks = ticksOf(map)
  const present = now > map.from && now < map.to ? placeOf(map, now, now).left : null
  return (
    <div className="simops-scroll">
      <div className="simops-chart" role="group" aria-label="区域与时间图，列表方式有同样的内容">
        <div className="simops-axis">
          <span className="simops-area">区域</span>
          <div className="simops-track">
            {ticks.map((tick) => (
              <span
                key={tick.at}
                className="simops-tick"
                style={{ left: `${placeOf(map, tick.at, tick.at).left}%` }}
              >
                {tick.label}
              </span>
            ))}
          </div>
        </div>
        {rows.map((row) => (
          <div key={row.areaCode} className="simops-row">
            <span className="simops-area" style={{ paddingInlineStart: 8 + row.depth * 10 }}>
              {row.areaName}
            </span>
            <div className="simops-track" style={{ height: row.lanes * laneHeight + 8 }}>
              {ticks.map((tick) => (
                <i key={tick.at} style={{ left: `${placeOf(map, tick.at, tick.at).left}%` }} />
              ))}
              {present !== null && <i className="simops-now" style={{ left: `${present}%` }} />}
              {row.bars.map((bar) => (
                <BarView key={bar.ticket.id} map={map} bar={bar} onOpen={onOpen} />
              ))}
            </div>
          </div>
        ))}
      </div>
      <p className="simops-legend hint">
        <span>
          <CloseCircleFilled className="tone-3" /> 阻断
        </span>
        <span>
          <WarningFilled className="tone-2" /> 需措施
        </span>
        <span>
          <CheckCircleOutlined className="tone-0" /> 冲突已处理
        </span>
        <span>斜纹为重叠时段，红色竖线为现在</span>
      </p>
    </div>
  )
}

function BarView({ map, bar, onOpen }: { map: SimopsMap; bar: Bar; onOpen(id: string): void }) {
  const { ticket, conflicts } = bar
  const worst = conflicts.find(isOpenConflict)?.severity ?? 0
  const time = `${wireTimeOf(ticket.start).slice(11, 16)}–${wireTimeOf(ticket.end).slice(11, 16)}`
  const type = `${labelOf('lo_work_type', ticket.workType)}${basesText(ticket.baseTypes)}`
  return (
    <button
      type="button"
      className={`simops-bar label-${bar.label} level-${worst}`}
      style={{
        left: `${bar.left}%`,
        width: `${bar.width}%`,
        top: bar.lane * laneHeight + 6,
        height: laneHeight - 6,
      }}
      title={`${ticket.workNo} ${ticket.workName}（${type}，${time}）`}
      aria-label={`${ticket.workNo} ${ticket.workName}，${type}，${time}，${conflicts.length} 项冲突`}
      onClick={() => onOpen(ticket.id)}
    >
      {conflicts.map((each) => (
        <span
          key={`${each.a}${each.b}${each.ruleCode}${each.reason}`}
          className="simops-hatch"
          style={withinBar(map, bar, each.from, each.to)}
        />
      ))}
      <span className="simops-bar-text">
        {worst === severity.blocking ? (
          <CloseCircleFilled className="tone-3" />
        ) : worst === severity.needsMeasures ? (
          <WarningFilled className="tone-2" />
        ) : (
          conflicts.length > 0 && <CheckCircleOutlined className="tone-0" />
        )}{' '}
        <b>{ticket.workName}</b>
        <small>
          {time} {type}
        </small>
      </span>
    </button>
  )
}

/** The overlap as a part of its bar, in percent of the bar. */
function withinBar(map: SimopsMap, bar: Bar, from: number, to: number) {
  const place = placeOf(map, from, to)
  const width = Math.max(bar.width, 0.001)
  return { left: `${((place.left - bar.left) / width) * 100}%`, width: `${(place.width / width) * 100}%` }
}
