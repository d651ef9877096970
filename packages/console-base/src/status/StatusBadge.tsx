import {
  AuditOutlined,
  CheckCircleFilled,
  CheckCircleOutlined,
  ClockCircleFilled,
  CloseCircleFilled,
  EditOutlined,
  ExclamationCircleFilled,
  LockFilled,
  LoadingOutlined,
  MinusCircleOutlined,
  PauseCircleFilled,
  QuestionCircleFilled,
  SendOutlined,
  StopOutlined,
  ThunderboltFilled,
  UnlockFilled,
  WarningFilled,
} from '@ant-design/icons'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import './status.css'

const icons = {
  edit: EditOutlined,
  send: SendOutlined,
  audit: AuditOutlined,
  reject: CloseCircleFilled,
  approved: CheckCircleOutlined,
  run: ThunderboltFilled,
  done: CheckCircleFilled,
  late: ClockCircleFilled,
  void: StopOutlined,
  none: MinusCircleOutlined,
  pause: PauseCircleFilled,
  locked: LockFilled,
  open: UnlockFilled,
  moving: LoadingOutlined,
  warn: WarningFilled,
  unknown: QuestionCircleFilled,
  alert: ExclamationCircleFilled,
} as const

/** How a state looks: icon, words and colour together, so that colour alone never carries it. */
export interface Look {
  readonly text: string
  readonly icon: keyof typeof icons
  readonly tone: 'default' | 'processing' | 'success' | 'warning' | 'error'
}

/** A state as a sign. */
export function StatusBadge({ look, children }: { look: Look; children?: ReactNode }) {
  const Icon = icons[look.icon]
  return (
    <Tag color={look.tone} icon={<Icon />} className="mark">
      {look.text}
      {children}
    </Tag>
  )
}

/** The sign of a state where its words stand elsewhere, in the colour of its tone. */
export function StatusIcon({ look }: { look: Look }) {
  const Icon = icons[look.icon]
  return <Icon className={`mark-icon tone-${look.tone}`} />
}
