import { TagsInput } from '@suoan/ui/tags-input'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

export default function Example() {
  const [tags, setTags] = useState('A1;B2')
  return (
    <Demo label="标签" value={tags}>
      <TagsInput value={tags} onChange={setTags} placeholder="例如 A1B2C3" />
    </Demo>
  )
}
