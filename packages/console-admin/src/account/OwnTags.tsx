import { accountEndpoints } from '@suoan/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Tag, Tooltip } from 'antd'
import { useState } from 'react'
import { callForMessage } from '@suoan/console-base/request/call.ts'

/** Longer tags are cut, with the whole text on hover (5-screens.md §10.1). */
const CUT = 20
const MOST = 12

/** 标签: what one says about oneself; each can be taken away, a new one is typed in place. */
export function OwnTags({ tags }: { tags: readonly string[] }) {
  const client = useQueryClient()
  const [typing, setTyping] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: (next: readonly string[]) =>
      callForMessage(accountEndpoints.edit, { tags: [...next] }, { quiet: false }),
    onSettled: () => client.invalidateQueries({ queryKey: ['account', 'place'] }),
  })
  // What was asked for stands there until the answer is in.
  const shown = save.isPending ? save.variables : tags
  const add = () => {
    const tag = (typing ?? '').trim()
    setTyping(null)
    if (tag !== '' && !shown.includes(tag)) save.mutate([...shown, tag])
  }
  return (
    <div className="account-tags">
      {shown.map((tag) => {
        const cut = tag.length > CUT
        const label = (
          <Tag
            key={tag}
            closable={!save.isPending}
            closeIcon={<span aria-label={`删除标签 ${tag}`}>×</span>}
            onClose={(event) => {
              event.preventDefault()
              save.mutate(shown.filter((each) => each !== tag))
            }}
          >
            {cut ? `${tag.slice(0, CUT)}…` : tag}
          </Tag>
        )
        return cut ? (
          <Tooltip key={tag} title={tag}>
            {label}
          </Tooltip>
        ) : (
          label
        )
      })}
      {typing === null ? (
        shown.length < MOST && (
          <Button size="small" type="dashed" onClick={() => setTyping('')}>
            + 新标签
          </Button>
        )
      ) : (
        <Input
          size="small"
          className="account-tag-input"
          aria-label="新标签"
          placeholder="例如 电气检修"
          autoFocus
          maxLength={30}
          value={typing}
          onChange={(event) => setTyping(event.target.value)}
          onPressEnter={add}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setTyping(null)
          }}
        />
      )}
    </div>
  )
}
