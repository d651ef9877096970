import { listViewEndpoints as calls, type Resource } from '@suoan/contract'
import { SavedViews, ShareViewDialog, type SavedView, type ViewAudience } from '@suoan/ui/saved-views'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { feedback, showFailure } from '../../feedback.ts'
import { call, callForMessage } from '../../request/call.ts'
import { failureText } from '../../request/failure.ts'
import { useCan } from '../../session/Can.tsx'
import { listView, listViewKey } from '../list-views.ts'
import type { ViewedList } from '../use-resource-list.ts'
import * as reading from '../view-state.ts'
import type { DrawnColumns } from '../view-state.ts'

interface Props {
  readonly resource: Resource
  readonly list: ViewedList
  readonly drawn: DrawnColumns
  /** A view was opened or left. */
  onOpened(): void
}

/** The views of a list over the calls of the server: one's own and those that others share. */
export function ListViews({ resource, list, drawn, onOpened }: Props) {
  const { pathname } = useLocation()
  const place = { page: pathname, resource: resource.name }
  const client = useQueryClient()
  const mayShare = useCan('system:listView:share')
  const [shared, setShared] = useState<SavedView | null>(null)
  const views = useQuery({
    queryKey: [...listViewKey, 'of', place],
    queryFn: ({ signal }) => call(calls.list, place, { signal, quiet: true }),
    staleTime: 0,
  })

  /** Does it, says so, and reads anew what has changed; false when it was refused, which has been told. */
  const done = async (send: () => Promise<{ message: string }>): Promise<boolean> => {
    try {
      const { message } = await send()
      await client.invalidateQueries({ queryKey: listViewKey })
      void feedback().message.success(message)
      return true
    } catch (error) {
      showFailure(error)
      return false
    }
  }
  const open = async (id: string) => {
    try {
      list.view.open(await client.fetchQuery({ ...listView(id), staleTime: 0 }))
      onOpened()
    } catch (error) {
      void feedback().message.warning(`视图没有打开：${failureText(error)}`)
      void views.refetch()
    }
  }

  return (
    <>
      <SavedViews
        views={views.data ?? []}
        isLoading={views.isPending}
        problem={views.error === null ? undefined : `视图没有读到：${failureText(views.error)}`}
        opened={list.view.id}
        isChanged={list.view.isChanged}
        mayShare={mayShare}
        onOpen={(id) => {
          if (id !== null) return void open(id)
          list.leaveView()
          onOpened()
        }}
        onSave={async (name, overwrite) => {
          const body = reading.viewBodyOf(list.state, drawn)
          let id = ''
          const isSaved = await done(async () => {
            const answer = await callForMessage(calls.save, { ...place, name, body, overwrite }, quietly)
            id = answer.result
            return answer
          })
          if (isSaved) list.view.stay({ content: { id, name, page: pathname, body, withheld: [] }, reading })
          return isSaved
        }}
        onRename={(id, name) => done(() => callForMessage(calls.rename, { id, name }, quietly))}
        onRemove={(id) => {
          void done(() => callForMessage(calls.remove, { id }, quietly)).then(
            (isRemoved) => isRemoved && id === list.view.id && list.forgetView(),
          )
        }}
        onDefault={(id) =>
          void done(() => callForMessage(calls.chooseDefault, { ...place, id: id ?? '' }, quietly))
        }
        onShare={setShared}
        onCopyLink={() => void copyLink()}
      />
      {shared && (
        <ShareViewDialog
          view={shared}
          load={loadAudiences}
          onShare={(audiences) => {
            const ids = (kind: ViewAudience['kind']) =>
              audiences.filter((each) => each.kind === kind).map(({ id }) => id)
            const input = { id: shared.id, roles: ids('role'), departs: ids('depart') }
            return done(() => callForMessage(calls.share, input, quietly))
          }}
          onClose={() => setShared(null)}
        />
      )}
    </>
  )
}

const quietly = { quiet: true }

const loadAudiences = (words: string) => call(calls.audiences, { words }, quietly)

/** The address holds all that is asked and how it is drawn. */
async function copyLink(): Promise<void> {
  const { message, modal } = feedback()
  try {
    await navigator.clipboard.writeText(location.href)
    void message.success('链接已复制；打开的人按自己的权限看到数据')
  } catch {
    // Without a secure origin the browser has no clipboard.
    modal.info({ title: '请手动复制链接', content: location.href, okText: '知道了' })
  }
}
