import { ReloadOutlined, SearchOutlined } from '@ant-design/icons'
import { department, permissionOf, user, userEndpoints } from '@suoan/contract'
import { pickerPageSizes, pickerWidths, RecordPicker } from '@suoan/ui/pickers'
import type { Chosen } from '@suoan/ui/pickers'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Space } from 'antd'
import type { Dayjs } from 'dayjs'
import { useId, useState } from 'react'
import { call } from '../../request/call.ts'
import type { ListRow } from '../list-row.ts'
import { DateInput } from '../widgets/DateInput.tsx'
import { DictSelect } from '../widgets/DictSelect.tsx'
import { TreePicker } from '../widgets/TreePicker.tsx'
import { useCanVerb, useHiddenParts } from '../../session/Can.tsx'
import { EmptyState } from '../../states/EmptyState.tsx'
import { ErrorState } from '../../states/ErrorState.tsx'
import { KeptNote } from '../../states/KeptNote.tsx'
import { peopleByNames } from './people-search.ts'
import './pickers.css'

interface Props {
  readonly title?: string
  readonly initial?: readonly Chosen[]
  readonly multiple: boolean
  /** What of the user is stored; the account by default (2-data-entry.md §2). */
  readonly by?: string
  readonly confirmLoading?: boolean
  onConfirm(chosen: readonly Chosen[]): void
  onCancel(): void
}

type Filters = Partial<Record<'username' | 'realname' | 'departId' | 'sex' | 'birthday', string>>
/** As the form holds them: the calendar has a date of its own kind. */
type Typed = Omit<Filters, 'birthday'> & { birthday?: Dayjs | null }

/**
 * 用户选择, 1250 wide: people in force by account, name, department, sex or birthday (5-screens.md §13.6, §13.7). Needs
 * `system:user:list`.
 */
export function UserPickDialog({ title = '用户选择', initial = [], by = 'username', ...props }: Props) {
  const formName = useId()
  const mayDeparts = useCanVerb(department, 'list')
  const [form] = Form.useForm<Typed>()
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState<{ filters: Filters; pageNo: number; pageSize: number }>({
    filters: {},
    pageNo: 1,
    pageSize: pickerPageSizes[0],
  })
  const { filters, pageNo, pageSize } = asked
  const hidden = useHiddenParts(permissionOf(user, 'column:'))
  const users = useQuery({
    queryKey: ['resource', 'user', 'pick', asked],
    queryFn: ({ signal }) =>
      call(userEndpoints.pick, { ...filters, pageNo, pageSize }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const search = ({ birthday, ...typed }: Typed) =>
    setAsked({
      ...asked,
      filters: { ...typed, ...(birthday ? { birthday: birthday.format('YYYY-MM-DD') } : {}) },
      pageNo: 1,
    })
  return (
    <RecordPicker<ListRow>
      {...props}
      title={title}
      width={pickerWidths.user}
      pane={{ title: '已选用户', labelTitle: '姓名' }}
      initial={initial}
      {...peopleByNames(by)}
      choiceOf={(row) => ({
        key: String(row[by] ?? row.id),
        label: String(row['realname'] ?? row['username']),
      })}
      rows={users.data?.records ?? []}
      total={Number(users.data?.total ?? 0)}
      loading={users.isFetching}
      note={<KeptNote query={users} />}
      instead={
        users.isLoadingError ? <ErrorState error={users.error} onRetry={() => void users.refetch()} /> : null
      }
      empty={<EmptyState text="没有符合条件的用户，请换个条件再查" />}
      pageNo={pageNo}
      pageSize={pageSize}
      onPage={(no, size) => setAsked({ ...asked, pageNo: size === pageSize ? no : 1, pageSize: size })}
      search={
        <Form form={form} name={formName} className="user-pick-query" onFinish={search}>
          <Form.Item name="username" label="账号">
            <Input allowClear placeholder="请输入账号" />
          </Form.Item>
          <Form.Item name="realname" label="姓名">
            <Input allowClear placeholder="请输入姓名" />
          </Form.Item>
          {open && (
            <>
              {!hidden.includes('sex') && (
                <Form.Item name="sex" label="性别">
                  <DictSelect code="sex" />
                </Form.Item>
              )}
              {!hidden.includes('birthday') && (
                <Form.Item name="birthday" label="生日">
                  <DateInput withTime={false} disabled={false} placeholder="请选择出生日期" />
                </Form.Item>
              )}
              {mayDeparts && (
                <Form.Item name="departId" label="部门">
                  <TreePicker field={{ kind: 'ref', label: '部门' }} target={department} withDialog={false} />
                </Form.Item>
              )}
            </>
          )}
          <Space wrap>
            <Button htmlType="submit" icon={<SearchOutlined />}>
              查询
            </Button>
            <Button
              icon={<ReloadOutlined />}
              onClick={() => {
                form.resetFields()
                search({})
              }}
            >
              重置
            </Button>
            <Button type="link" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? '收起' : '展开'}
            </Button>
          </Space>
        </Form>
      }
      columns={[
        { title: '姓名', dataIndex: 'realname', ellipsis: true, width: '25%' },
        { title: '账号', dataIndex: 'username', ellipsis: true, width: '25%' },
        { title: '电话', dataIndex: 'phone', width: '20%' },
        { title: '出生日期', dataIndex: 'birthday', width: '20%' },
      ].filter(({ dataIndex }) => !hidden.includes(dataIndex))}
      rowTitle={(row) => String(row['orgCodeTxt'] ?? '')}
    />
  )
}
