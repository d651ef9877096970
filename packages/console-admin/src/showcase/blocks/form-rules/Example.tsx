import { checkRuleRule, duplicateRule } from '@suoan/console-base/resource/widgets/server-rules.ts'
import {
  countRules,
  lengthRules,
  namedRules,
  patternNames,
  patternRule,
  type FormRules,
  type PatternName,
} from '@suoan/ui/form-rules'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'

const texts: readonly { readonly name: string; readonly label: string; readonly rules: FormRules }[] = [
  { name: 'mobile', label: '手机号', rules: namedRules.mobile },
  { name: 'userName', label: '用户名', rules: namedRules.userName },
  { name: 'email', label: '邮箱', rules: namedRules.email },
  { name: 'length', label: '2到5位字符', rules: lengthRules({ min: 2, max: 5 }) },
  {
    name: 'account',
    label: '用户账号（不能与已有的重复）',
    rules: [duplicateRule({ table: 'sys_user', field: 'username', label: '用户账号' })],
  },
  {
    name: 'lockCode',
    label: '锁具编号（系统校验规则 lock_code）',
    rules: [checkRuleRule('lock_code')],
  },
]
const cities = ['南区', '北区', '罐区', '码头'].map((value) => ({ value, label: value }))

export default function Example() {
  const [form] = Form.useForm()
  const [pattern, setPattern] = useState<PatternName>('idCard')
  const [values, setValues] = useState({})
  return (
    <div className="showcase-demo">
      <Form form={form} layout="vertical" onValuesChange={(_, all) => setValues(all)}>
        {texts.map(({ name, label, rules }) => (
          <Form.Item
            key={name}
            name={name}
            label={label}
            rules={rules}
            validateTrigger={['onChange', 'onBlur']}
          >
            <Input />
          </Form.Item>
        ))}
        <Form.Item name="zones" label="选择 2 到 3 项" rules={countRules({ least: 2, most: 3 })}>
          <Select mode="multiple" options={cities} placeholder="请选择" />
        </Form.Item>
        <Form.Item label="格式名称">
          <Select
            aria-label="格式名称"
            value={pattern}
            onChange={setPattern}
            options={patternNames.map((name) => ({ value: name, label: name }))}
          />
        </Form.Item>
        <Form.Item key={pattern} name="text" label={`按 ${pattern} 校验`} rules={[patternRule(pattern)]}>
          <Input />
        </Form.Item>
        <Button onClick={() => form.submit()}>校验</Button>
      </Form>
      <output aria-label="表单的当前值">{JSON.stringify(values, null, 2)}</output>
    </div>
  )
}
