import { dictionary, dictionaryEndpoints, user } from '@suoan/contract'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import { request } from '@suoan/console-base/request/client.ts'
import { RecycleBin } from './RecycleBin.tsx'

/** 用户回收站 (5-screens.md §6.1). */
export function UserRecycleBin({ onClose }: { onClose(): void }) {
  return (
    <RecycleBin
      resource={user}
      title="用户回收站"
      things="用户"
      listPath="/sys/user/recycleBin"
      labels={['还原用户', '彻底删除']}
      columns={[
        { title: '账号', dataIndex: 'username' },
        { title: '姓名', dataIndex: 'realname' },
        { title: '部门', dataIndex: 'orgCode' },
      ]}
      restore={async (ids) =>
        (await request({ method: 'PUT', path: '/sys/user/putRecycleBin', body: { userIds: ids.join(',') } }))
          .message
      }
      purge={async (ids) =>
        (
          await request({
            method: 'DELETE',
            path: '/sys/user/deleteRecycleBin',
            query: { userIds: ids.join(',') },
          })
        ).message
      }
      onClose={onClose}
    />
  )
}

/** 字典回收站 (5-screens.md §6.11); the server takes one dictionary at a time. */
export function DictionaryRecycleBin({ onClose }: { onClose(): void }) {
  const each = async (ids: readonly string[], endpoint: 'restore' | 'purge') => {
    let message = ''
    for (const id of ids) message = (await callForMessage(dictionaryEndpoints[endpoint], { id })).message
    return message
  }
  return (
    <RecycleBin
      resource={dictionary}
      title="字典回收站"
      things="字典"
      listPath="/sys/dict/deleteList"
      labels={['字典取回', '彻底删除']}
      columns={[
        { title: '字典名称', dataIndex: 'dictName' },
        { title: '字典编号', dataIndex: 'dictCode' },
        { title: '描述', dataIndex: 'description' },
      ]}
      restore={(ids) => each(ids, 'restore')}
      purge={(ids) => each(ids, 'purge')}
      onClose={onClose}
    />
  )
}
