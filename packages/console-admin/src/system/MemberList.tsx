import type { Endpoint, Page, user } from '@suoan/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Popconfirm, Space, Table, type TableColumnsType } from 'antd'
import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { request } from '@suoan/console-base/request/client.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import type { FormProps } from '@suoan/console-base/resource/resource-page.tsx'
import { UserPickDialog } from '@suoan/console-base/resource/pickers/UserPickDialog.tsx'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import '@suoan/console-base/resource/resource.css'

const UserForm = lazyPart('UserForm', () => import('./UserForm.tsx').then((m) => m.UserForm))

/** What buttons beside the list and links of its rows can do. */
export interface MemberActions {
  /** Opens the picker of existing users. */
  pick(): void
  /** Opens the form of a person; a new one begins with `startsWith`. */
  openForm(mode: FormProps['mode'], row: FormProps['row']): void
  remove(id: string): void
}

interface Asked {
  readonly word: string
  readonly pageNo: number
  readonly pageSize: number
}

interface Props<R> {
  readonly queryKey: readonly unknown[]
  /** What the search field is for; the words typed there go to `load` and `empty`. */
  readonly search: string
  empty(word: string): string
  load(asked: Asked, signal: AbortSignal): Promise<Page<R>>
  readonly pickTitle: string
  add(ids: string[]): Promise<{ message: string }>
  remove(ids: string[]): Promise<{ message: string }>
  /** Asked before all that are ticked are taken out; rows are ticked only where it is given. */
  askRemoveAll?(count: number): string
  /** Roles or departments that a person added here begins with. */
  readonly startsWith?: { readonly roles: readonly string[] } | { readonly departs: readonly string[] }
  tools(actions: MemberActions): ReactNode
  columns(actions: MemberActions): TableColumnsType<R>
}

const pageSize = 10

/** Who belongs to a department, a role or a tenant: searched, put in from the picker, taken out again. */
export function MemberList<R extends { readonly id: string }>({
  queryKey,
  search,
  empty,
  load,
  pickTitle,
  add,
  remove,
  askRemoveAll,
  startsWith,
  tools,
  columns,
}: Props<R>) {
  const client = useQueryClient()
  const [{ word, pageNo }, setAsked] = useState({ word: '', pageNo: 1 })
  const [selected, setSelected] = useState<string[]>([])
  const [isPicking, setPicking] = useState(false)
  const [form, setForm] = useState<Pick<FormProps, 'mode' | 'row'> | null>(null)
  const members = useQuery({
    queryKey: [...queryKey, word, pageNo],
    queryFn: ({ signal }) => load({ word, pageNo, pageSize }, signal),
  })
  const lastPage = Math.max(1, Math.ceil((members.data?.total ?? Infinity) / pageSize))
  // The last ones of a page were taken out: the page before is shown instead of nothing.
  if (members.isSuccess && pageNo > lastPage) setAsked({ word, pageNo: lastPage })
  const reload = () => void client.invalidateQueries({ queryKey })
  const done = ({ message }: { message: string }) => {
    void feedback().message.success(message)
    setSelected([])
    setPicking(false)
    reload()
  }
  const put = useMutation({ mutationFn: add, onSuccess: done })
  const take = useMutation({ mutationFn: remove, onSuccess: done })
  const actions: MemberActions = {
    pick: () => setPicking(true),
    openForm: (mode, row) => setForm({ mode, row }),
    remove: (id) => take.mutate([id]),
  }
  return (
    <>
      <Space wrap className="toolbar">
        <Input.Search
          allowClear
          placeholder={search}
          onSearch={(text) => (setAsked({ word: text.trim(), pageNo: 1 }), setSelected([]))}
        />
        {tools(actions)}
        {askRemoveAll && selected.length > 0 && (
          <Popconfirm title={askRemoveAll(selected.length)} onConfirm={() => take.mutate(selected)}>
            <Button>取消关联</Button>
          </Popconfirm>
        )}
      </Space>
      <OrError query={members}>
        <Table<R>
          size="middle"
          bordered
          rowKey="id"
          scroll={{ x: 'max-content' }}
          loading={members.isPending || take.isPending}
          dataSource={members.data?.records ?? []}
          // What is not loaded yet is not empty.
          locale={{ emptyText: members.isPending ? ' ' : empty(word) }}
          {...(askRemoveAll
            ? {
                rowSelection: {
                  selectedRowKeys: selected,
                  onChange: (keys) => setSelected(keys.map(String)),
                },
              }
            : {})}
          pagination={{
            current: pageNo,
            pageSize,
            total: members.data?.total ?? 0,
            onChange: (no) => setAsked({ word, pageNo: no }),
            showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
          }}
          // What can be done with a row stays in sight on a phone.
          columns={columns(actions).map((column) =>
            column.key === 'actions' ? { ...column, fixed: 'right' } : column,
          )}
        />
      </OrError>
      {isPicking && (
        <UserPickDialog
          title={pickTitle}
          multiple
          by="id"
          confirmLoading={put.isPending}
          onConfirm={(chosen) =>
            chosen.length === 0
              ? void feedback().message.warning('请选择一条记录！')
              : put.mutate(chosen.map(({ key }) => key))
          }
          onCancel={() => setPicking(false)}
        />
      )}
      <Suspense fallback={null}>
        {form && (
          <UserForm
            {...form}
            {...(form.mode === 'add' ? startsWith : {})}
            onClose={() => {
              setForm(null)
              reload()
            }}
          />
        )}
      </Suspense>
    </>
  )
}

export type UserMember = RowOf<typeof user.fields>

/** How members that are rows of users are loaded, found by a part of their account: `of` says of what they are members. */
export const usersFrom =
  (endpoint: Endpoint, of: Readonly<Record<string, string>>): Props<UserMember>['load'] =>
  async ({ word, ...page }, signal) => {
    const query = { ...of, ...page, ...(word && { username: `*${word}*` }) }
    return (await request<Page<UserMember>>({ method: 'GET', path: endpoint.path, query, signal })).result
  }
