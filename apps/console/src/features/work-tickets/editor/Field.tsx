import { Col, Form } from 'antd'
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

/** An input of the editor with its label and what is wrong with it. */
export function Field({ label, required = false, problem, help, span = 'half', children }: Props) {
  return (
    <Col {...sizes[span]}>
      <Form.Item
        label={label}
        required={required}
        {...(problem ? { validateStatus: 'error' as const, help: problem } : {})}
        {...(help ? { extra: help } : {})}
      >
        {children}
      </Form.Item>
    </Col>
  )
}
