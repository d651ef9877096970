import { CloudUploadOutlined, PlusOutlined } from '@ant-design/icons'
import { accountEndpoints } from '@suoan/contract'
import type { UserInfo } from '@suoan/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Col, DatePicker, Form, Input, Radio, Row, Skeleton } from 'antd'
import dayjs from 'dayjs'
import type { Dayjs } from 'dayjs'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import { useDirty } from '@suoan/console-base/tabs/dirty-tabs.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { OwnAvatar } from './OwnAvatar.tsx'
import { ownPlaceQuery, ownUserQuery } from './own-user.ts'

const AvatarDialog = lazyPart('AvatarDialog', () => import('./AvatarDialog.tsx').then((m) => m.AvatarDialog))

/** 基本设置: what a person may settle about himself; the rest is said and given by others. */
export function BaseSetting() {
  const user = useQuery(ownUserQuery)
  const place = useQuery(ownPlaceQuery)
  // The row that is being changed; the form is made anew when the row is, but never under what somebody types.
  const [edited, setEdited] = useState<string | null>(null)
  useDirty(edited !== null)
  if (user.isPending || place.isPending) return <Skeleton active avatar paragraph={{ rows: 6 }} />
  if (!user.data) return <ErrorState error={user.error} onRetry={() => void user.refetch()} />
  if (!place.data) return <ErrorState error={place.error} onRetry={() => void place.refetch()} />
  const version = `${user.data.updateTime} ${place.data.motto}`
  return (
    <>
      <KeptNote query={[user, place]} />
      <BaseForm
        key={edited ?? version}
        user={user.data}
        motto={place.data.motto}
        onEdit={() => setEdited((before) => before ?? version)}
        onSaved={() => setEdited(null)}
      />
    </>
  )
}

interface Values {
  sex?: number | null
  birthday?: Dayjs | null
  telephone?: string
  motto?: string
}

interface FormProps {
  readonly user: UserInfo
  readonly motto: string
  onEdit(): void
  onSaved(): void
}

function BaseForm({ user, motto: written, onEdit, onSaved }: FormProps) {
  const client = useQueryClient()
  const [cutting, setCutting] = useState(false)
  const name = user.realname ?? user.username
  const save = useMutation({
    mutationFn: ({ sex, birthday, telephone, motto }: Values) =>
      callForMessage(
        accountEndpoints.edit,
        {
          ...(sex ? { sex } : {}),
          birthday: birthday ? birthday.format('YYYY-MM-DD') : '',
          telephone: telephone ?? '',
          motto: motto ?? '',
        },
        { quiet: false },
      ),
    onSuccess: async ({ message }) => {
      void feedback().message.success(message)
      // What was saved is read before the form is made anew from it.
      await client.invalidateQueries({ queryKey: ['account'] })
      onSaved()
    },
  })
  return (
    <Row gutter={[24, 24]}>
      <Col xs={{ span: 24, order: 1 }} lg={{ span: 16, order: 0 }}>
        <Form<Values>
          name="own-base"
          layout="vertical"
          initialValues={{
            sex: user.sex,
            birthday: user.birthday ? dayjs(user.birthday) : null,
            telephone: user.telephone ?? '',
            motto: written,
          }}
          onValuesChange={onEdit}
          onFinish={(values) => save.mutate(values)}
        >
          <Form.Item label="姓名与账号" extra="姓名会出现在票证的签名上，只能由管理员修改。">
            <Input aria-label="姓名与账号" disabled value={`${name}（${user.username}）`} />
          </Form.Item>
          <Form.Item name="motto" label="个人简介">
            <Input.TextArea rows={4} maxLength={200} showCount placeholder="例如 电气检修十年，持高压证" />
          </Form.Item>
          <Form.Item name="sex" label="性别">
            <Radio.Group
              options={[
                { value: 1, label: '男' },
                { value: 2, label: '女' },
              ]}
            />
          </Form.Item>
          <Form.Item name="birthday" label="生日">
            <DatePicker className="account-date" placeholder="请选择出生日期" />
          </Form.Item>
          <Form.Item name="telephone" label="座机号" rules={[{ max: 45, message: '最多 45 个字符' }]}>
            <Input placeholder="请输入座机号或分机号" />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            保存
          </Button>
        </Form>
      </Col>
      <Col xs={24} lg={8} className="account-picture">
        <button type="button" className="account-change" onClick={() => setCutting(true)}>
          <span className="account-change-picture">
            <OwnAvatar name={name} avatar={user.avatar} size={180} />
            <span className="account-change-plus" aria-hidden>
              <PlusOutlined />
            </span>
            <span className="account-change-badge" aria-hidden>
              <CloudUploadOutlined />
            </span>
          </span>
          修改头像
        </button>
      </Col>
      <Suspense fallback={null}>{cutting && <AvatarDialog onClose={() => setCutting(false)} />}</Suspense>
    </Row>
  )
}
