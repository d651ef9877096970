import { permissionOf, type Field, type Resource } from '@suoan/contract'
import { Col, Form, Row } from 'antd'
import { Fragment, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useCanVerb, useIsDisabled } from '../../session/Can.tsx'
import type { ResourceForm } from '../use-resource-form.ts'
import { FieldJudge, FieldJudgeContext } from '../field-judge.ts'
import { formRules, isMade, type FieldRules } from '../widgets/form-rules.ts'
import { widgetFor } from '../widgets/registry.tsx'

/** Replaces the input of one field, or leaves the field out. */
export type InputOverride = ((state: { disabled: boolean; row: ResourceForm['row'] }) => ReactNode) | false

interface Props {
  readonly resource: Resource
  readonly form: ResourceForm
  readonly columns: 1 | 2
  readonly inputs?: Readonly<Record<string, InputOverride>>
  /** Further form items, each after the field it is named by; `start` stands first. */
  readonly after?: Readonly<Record<string, ReactNode>>
  /** Fields that are asked only while another one holds a value. */
  readonly onlyWhile?: Readonly<Record<string, Condition>>
}

interface Condition {
  readonly field: string
  readonly is: unknown
}

const wide: readonly Field['kind'][] = ['longText', 'json']

/** The inputs of a form, from the description. */
export function FormFields({ resource, form, columns, inputs = {}, after = {}, onlyWhile = {} }: Props) {
  const formName = useId()
  const readOnly = form.mode === 'detail'
  const mayEdit = useCanVerb(resource, form.mode === 'add' ? 'add' : 'edit')
  // A rule such as `system:position:form:code` keeps a field from those without it (4-api.md §3.6).
  const isDisabled = useIsDisabled()
  const id = form.mode === 'add' ? undefined : form.row?.id
  return (
    <Form
      form={form.form}
      name={formName}
      {...(readOnly ? { className: 'form-read' } : {})}
      layout={columns === 2 ? 'vertical' : 'horizontal'}
      labelCol={columns === 2 ? {} : { sm: 6 }}
      wrapperCol={columns === 2 ? {} : { sm: 16 }}
      initialValues={form.initialValues}
      disabled={readOnly || !mayEdit}
      onFinish={form.onFinish}
      onFinishFailed={form.onFinishFailed}
      scrollToFirstError
    >
      <Row gutter={24}>
        {after['start']}
        {form.names.map((name) => {
          const field = resource.fields[name]
          const override = inputs[name]
          if (!field || override === false || (readOnly && field.kind === 'secret')) return null
          const disabled =
            readOnly ||
            (field.immutable === true && id !== undefined) ||
            field.derived === true ||
            isDisabled(permissionOf(resource, `form:${name}`))
          const condition = onlyWhile[name]
          const item = (
            <Fragment key={name}>
              <Col xs={24} md={columns === 2 && !wide.includes(field.kind) ? 12 : 24}>
                <FieldItem
                  name={name}
                  field={field}
                  disabled={disabled}
                  rules={
                    disabled
                      ? noRules
                      : formRules(resource, name, field, { id, stored: form.initialValues[name] })
                  }
                  made={isMade(field, id)}
                  {...(readOnly || field.help === undefined ? {} : { help: field.help })}
                >
                  {override
                    ? override({ disabled, row: form.row })
                    : widgetFor(field).input(field, {
                        disabled,
                        stored: form.row?.[name],
                        text: textOr(form.row?.[`${name}_dictText`]),
                      })}
                </FieldItem>
              </Col>
              {after[name]}
            </Fragment>
          )
          return condition ? (
            <OnlyWhile key={name} {...condition}>
              {item}
            </OnlyWhile>
          ) : (
            item
          )
        })}
      </Row>
    </Form>
  )
}

/** Watches the other field for itself: watched by the form, every field would be drawn a second time as soon as it is open. */
function OnlyWhile({ field, is, children }: Condition & { readonly children: ReactNode }) {
  return Form.useWatch(field, Form.useFormInstance()) === is ? children : null
}

const noRules: FieldRules = []
const textOr = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

interface ItemProps {
  readonly name: string
  readonly field: Field
  readonly disabled: boolean
  readonly rules: FieldRules
  /** The server makes what is left empty. */
  readonly made: boolean
  /** Words under the input. */
  readonly help?: string
  readonly children: ReactNode
}

/** The item of one field; an input of several parts is asked before the form is sent. */
function FieldItem({ name, field, disabled, rules, made, help, children }: ItemProps) {
  const [judge] = useState(() => new FieldJudge())
  const { valueProp } = widgetFor(field)
  return (
    <FieldJudgeContext value={judge}>
      <Form.Item
        name={name}
        label={field.label}
        required={field.required === true && !disabled && !made}
        rules={disabled ? rules : [{ validateTrigger: [], validator: judge.validate }, ...rules]}
        // What the input itself says comes before what its stored form would be refused for.
        validateFirst
        validateTrigger={['onChange', 'onBlur']}
        extra={made ? [help, '不填时自动编号'].filter(Boolean).join('；') : help}
        {...(valueProp ? { valuePropName: valueProp } : {})}
      >
        {children}
      </Form.Item>
    </FieldJudgeContext>
  )
}
