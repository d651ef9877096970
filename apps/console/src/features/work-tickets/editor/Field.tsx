import { Col, Form } from 'antd'
import { cloneElement, isValidElement, useId } from 'react'
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

/** An input of the editor with its label, tied to it by an id, and what is wrong with it. */
export function Field({ label, required = false, problem, help, span = 'half', children }: Props) {
  const own = useId()
  const input = isValidElement<{ id?: string }>(children) ? children : null
  const id = input?.props.id ?? own
  return (
    <Col {...sizes[span]}>
      <Form.Item
        label={label}
        {...(input ? { htmlFor: id } : {})}
        required={required}
        {...(problem ? { validateStatus: 'error' as const, help: problem } : {})}
        {...(help ? { extra: help } : {})}
      >
        {input ? cloneElement(input, { id }) : children}
      </Form.Item>
    </Col>
  )
}
