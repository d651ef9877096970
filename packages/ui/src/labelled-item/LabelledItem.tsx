import { Form } from 'antd'
import type { FormItemProps } from 'antd'
import { cloneElement, useId } from 'react'
import type { ReactElement } from 'react'

interface Labelled {
  readonly id?: string
  readonly 'aria-label'?: string
}

export interface LabelledItemProps extends Omit<FormItemProps, 'label' | 'name' | 'htmlFor' | 'children'> {
  readonly label: string
  /** The one input it is about. */
  readonly children: ReactElement<Labelled>
}

/**
 * A form item outside a form that knows its fields by name: the label is tied to its input, so that a press on it
 * reaches the input and a screen reader says it. A group of choices, which no `label` can name, is named itself.
 */
export function LabelledItem({ label, children, ...item }: LabelledItemProps) {
  const own = useId()
  const { id = own, 'aria-label': said = label } = children.props
  return (
    <Form.Item {...item} label={label} htmlFor={id}>
      {cloneElement(children, { id, 'aria-label': said })}
    </Form.Item>
  )
}
