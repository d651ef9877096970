import { AreaLinkage, areaText, useAreas } from '@suoan/ui/area-linkage'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

export default function Example() {
  const [one, setOne] = useState('320506')
  const [three, setThree] = useState('')
  // 潜山县 became 潜山市 with another code.
  const [gone, setGone] = useState('340824')
  const { areas } = useAreas()
  return (
    <>
      <Demo label="级联面板" value={one}>
        <AreaLinkage value={one} onChange={setOne} aria-label="级联面板" />
      </Demo>
      <Demo label="三个下拉" value={three}>
        <AreaLinkage type="select" value={three} onChange={setThree} aria-label="三个下拉" />
      </Demo>
      <Demo label="编码已撤销" value={gone}>
        <AreaLinkage value={gone} onChange={setGone} aria-label="编码已撤销" />
      </Demo>
      <Demo label="已存编码的名称" value={['440106', '650100', gone]}>
        <ul>
          {['440106', '650100', gone].map((code) => (
            <li key={code}>{areas ? areaText(areas, code) : '加载中…'}</li>
          ))}
        </ul>
      </Demo>
      <Demo label="类型不对" value="">
        <AreaLinkage type="树" />
      </Demo>
    </>
  )
}
