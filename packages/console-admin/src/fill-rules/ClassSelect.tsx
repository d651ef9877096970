import { fillRuleEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { call } from '@suoan/console-base/request/call.ts'
import './fill-rules.css'

const useClasses = () =>
  useQuery({
    queryKey: ['fill-rule', 'classes'],
    queryFn: ({ signal }) => call(fillRuleEndpoints.classes, {}, { signal }),
    staleTime: Infinity,
  })

interface Props {
  readonly id?: string
  readonly disabled: boolean
  readonly value?: string
  onChange?(name: string): void
}

/** The classes that the server knows; choosing one writes its parameters to begin with. */
export function ClassSelect({ id, disabled, value, onChange }: Props) {
  const classes = useClasses()
  const form = Form.useFormInstance()
  return (
    <Select<string | null>
      {...(id === undefined ? {} : { id })}
      placeholder="请选择规则实现类"
      disabled={disabled}
      loading={classes.isFetching}
      status={classes.isError ? 'error' : ''}
      notFoundContent={classes.isError ? '规则实现类加载失败，请关闭后重新打开' : '加载中…'}
      options={(classes.data ?? []).map(({ name, title }) => ({ value: name, label: `${title}（${name}）` }))}
      value={value ?? null}
      onChange={(name) => {
        if (name === null) return
        onChange?.(name)
        const chosen = classes.data?.find((each) => each.name === name)
        if (chosen) form.setFieldValue('ruleParams', chosen.example)
      }}
    />
  )
}

/** What the parameters of the chosen class mean. */
export function ClassHelp() {
  const classes = useClasses()
  const chosen: unknown = Form.useWatch('ruleClass')
  const found = classes.data?.find(({ name }) => name === chosen)
  if (!found) return null
  return found.params.length === 0 ? (
    <p className="param-help">这个规则没有参数，请填 {'{}'} 或留空。</p>
  ) : (
    <dl className="param-help">
      {found.params.map(({ name, help }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{help}</dd>
        </div>
      ))}
    </dl>
  )
}
