import { DictInput } from '@suoan/console-base/resource/widgets/DictInput.tsx'
import { DictChoice } from '@suoan/ui/dict-choice'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

const zones = ['南区', '北区', '罐区', '码头', '仓库'].map((text, index) => ({
  value: String(index + 1),
  text,
}))

export default function Example() {
  const [one, setOne] = useState('')
  const [radio, setRadio] = useState('1')
  const [button, setButton] = useState('2')
  const [ticks, setTicks] = useState('1,3')
  const [list, setList] = useState('1;2')
  const [sex, setSex] = useState('')
  return (
    <>
      <Demo label="下拉选择" value={one}>
        <DictChoice look="select" options={zones} value={one} onChange={setOne} />
      </Demo>
      <Demo label="单选" value={radio}>
        <DictChoice look="radio" options={zones} value={radio} onChange={setRadio} />
      </Demo>
      <Demo label="单选按钮" value={button}>
        <DictChoice look="buttons" options={zones} value={button} onChange={setButton} />
      </Demo>
      <Demo label="复选" value={ticks}>
        <DictChoice look="checkbox" options={zones} value={ticks} onChange={setTicks} />
      </Demo>
      <Demo label="多选下拉（分号分隔，2到3项）" value={list}>
        <DictChoice
          look="list"
          options={zones}
          separator=";"
          least={2}
          most={3}
          value={list}
          onChange={setList}
        />
      </Demo>
      <Demo label="系统字典 sex" value={sex}>
        <DictInput code="sex" look="radio" value={sex} onChange={setSex} />
      </Demo>
    </>
  )
}
