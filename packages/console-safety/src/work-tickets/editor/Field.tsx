import { LabelledItem } from '@suoan/ui/labelled-item'
import { Col, Form } from 'antd'
import { isValidElement } from 'react'
import type { ReactNode } from 'react'

interface Props {
  readonly label: string
  readonly required?: boolean
  readonly problem?: string | undefined
  readonly help?: string
  readonly span?: 'half' | 'full' | 'third'
  readonly children: ReactNode
}

const sizes = {
  third: { xs: 24, md: 12, xl: 8 },
  half: { xs: 24, md: 12 },
  full: { xs: 24 },
} as const

/** An input of the editor with its label, tied to it, and what is wrong with it. */
export function Field({ label, required = false, problem, help, span = 'half', children }: Props) {
  const item = {
    label,
    required,
    ...(problem ? { validateStatus: 'error' as const, help: problem } : {}),
    ...(help ? { extra: help } : {}),
  }
  return (
    <Col {...sizes[span]}>
      {isValidElement<{ id?: string }>(children) ? (
        <LabelledItem {...item}>{children}</LabelledItem>
      ) : (
        <Form.Item {...item}>{children}</Form.Item>
      )}
    </Col>
  )
}
