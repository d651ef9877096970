import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  QuestionCircleFilled,
} from '@ant-design/icons'
import type { MySafety } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import type { ReactNode } from 'react'
import './safety.css'
import type { ShownColour } from './safety-state.ts'

const faces = {
  green: { Icon: CheckCircleFilled, text: '您受到保护', hint: '隔离已验证，对您的要求均已满足，票面有效' },
  amber: { Icon: ExclamationCircleFilled, text: '还不安全，请勿进入', hint: '下列事项完成前不要进入作业点' },
  red: { Icon: CloseCircleFilled, text: '不安全，请立即离开', hint: '停止作业，到安全位置等待通知' },
  grey: { Icon: QuestionCircleFilled, text: '未知，请勿作业', hint: '数据已过时或连接中断，恢复前不要作业' },
} as const

/** One ticket's answer in large letters: icon, words and colour together, and what is missing with who can fix it. */
export function SafetyCardView({
  card,
  colour,
  children,
}: {
  card: MySafety
  colour: ShownColour
  children?: ReactNode
}) {
  const { Icon, text, hint } = faces[colour]
  return (
    <article className={`safety-card safety-${colour}`} aria-label={`${card.workName}：${text}`}>
      <header role={colour === 'green' ? 'status' : 'alert'}>
        <Icon className="safety-icon" />
        <div>
          <strong>{text}</strong>
          <p>{hint}</p>
        </div>
      </header>
      <p className="safety-where">
        <b>{card.workName}</b>
        <br />
        {card.workNo} · {[card.areaName, card.place].filter(Boolean).join(' · ')}
        <br />
        我的角色：{card.roleTags.map((tag) => labelOf('lo_role_tag', tag)).join('、') || '无'}
        {card.isOnSite && ' · 已进场'}
      </p>
      {colour !== 'grey' && card.gaps.length > 0 && (
        <ul className="safety-gaps">
          {card.gaps.map((gap) => (
            <li key={`${gap.id}${gap.text}`}>
              {gap.level === 'stop' ? <CloseCircleFilled /> : <ExclamationCircleFilled />}
              <span>
                {gap.text}
                <small>可处理：{gap.fixBy}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
      {colour !== 'grey' && card.points.length > 0 && (
        <ul className="safety-points">
          {card.points.map((point) => (
            <li key={point.pointCode}>
              {point.isSafe ? (
                <CheckCircleFilled className="tone-ok" />
              ) : (
                <CloseCircleFilled className="tone-bad" />
              )}{' '}
              {point.pointCode} <small>{point.stateText}</small>
            </li>
          ))}
        </ul>
      )}
      {children}
    </article>
  )
}
