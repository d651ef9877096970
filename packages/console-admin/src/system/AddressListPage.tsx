import { addressListEndpoints, department, type AddressRow } from '@suoan/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Col, Form, Input, Row, Skeleton, Space, Table, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import '@suoan/console-base/resource/resource.css'
import { useTree } from '@suoan/console-base/resource/use-tree.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { codeNodesOf, countNodes, filterTree } from './tree-search.ts'
import './system.css'

interface Asked {
  readonly realname?: string
  readonly workNo?: string
}

/** 通讯录: departments at the left, their people at the right; read only (5-screens.md §6.10). */
export default function AddressListPage() {
  const [orgCode, setOrgCode] = useState<string | null>(null)
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={6}>
        <div className="card">
          <Departments chosen={orgCode} onChoose={setOrgCode} />
        </div>
      </Col>
      <Col xs={24} lg={18}>
        <div className="card">
          <People key={orgCode ?? ''} orgCode={orgCode} />
        </div>
      </Col>
    </Row>
  )
}

function Departments({
  chosen,
  onChoose,
}: {
  chosen: string | null
  onChoose(orgCode: string | null): void
}) {
  const tree = useTree(department)
  const [keyword, setKeyword] = useState('')
  const nodes = useMemo(() => codeNodesOf(filterTree(tree.data ?? [], keyword)), [tree.data, keyword])
  const isLong = useMemo(() => countNodes(nodes) > 30, [nodes])
  const isNarrow = useIsNarrow()
  return (
    <>
      <Input.Search
        allowClear
        enterButton
        className="tree-search"
        placeholder="输入机构名称查询..."
        onSearch={(text) => setKeyword(text.trim())}
      />
      <OrError query={tree}>
        {tree.isPending ? (
          <Skeleton active paragraph={{ rows: 8 }} />
        ) : nodes.length === 0 ? (
          <EmptyState text={keyword ? '没有名称相符的部门' : '暂无部门'} />
        ) : (
          <Tree
            key={keyword}
            aria-label="部门"
            showLine
            blockNode
            defaultExpandAll={keyword !== '' || nodes.length <= 5}
            treeData={nodes}
            // Of hundreds only those in sight are drawn; on a phone the people stand below.
            {...(isLong ? { height: isNarrow ? 280 : 560 } : {})}
            selectedKeys={chosen === null ? [] : [chosen]}
            onSelect={(keys) => onChoose(keys[0] === undefined ? null : String(keys[0]))}
          />
        )}
      </OrError>
    </>
  )
}

function People({ orgCode }: { orgCode: string | null }) {
  const [asked, setAsked] = useState<Asked>({})
  const [pageNo, setPageNo] = useState(1)
  const [pageSize, setPageSize] = useState(10)
  const [form] = Form.useForm<Asked>()
  // On a phone: who it is, where, and the number to call.
  const isNarrow = useIsNarrow()
  const query = { ...asked, ...(orgCode === null ? {} : { orgCode }), pageNo, pageSize }
  const people = useQuery({
    queryKey: ['address-list', query],
    queryFn: ({ signal }) => call(addressListEndpoints.page, query, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const ask = (next: Asked) => {
    setAsked({
      ...(next.realname?.trim() ? { realname: next.realname.trim() } : {}),
      ...(next.workNo?.trim() ? { workNo: next.workNo.trim() } : {}),
    })
    setPageNo(1)
  }
  return (
    <>
      <Form form={form} layout="inline" className="toolbar" onFinish={ask}>
        <Form.Item name="realname" label="姓名">
          <Input allowClear placeholder="请输入姓名" maxLength={100} />
        </Form.Item>
        <Form.Item name="workNo" label="工号">
          <Input allowClear placeholder="请输入工号" maxLength={100} />
        </Form.Item>
        <Space>
          <Button type="primary" htmlType="submit">
            查询
          </Button>
          <Button
            onClick={() => {
              form.resetFields()
              ask({})
            }}
          >
            重置
          </Button>
        </Space>
      </Form>
      <OrError query={people}>
        <Table<AddressRow>
          size="middle"
          bordered
          rowKey="userId"
          loading={people.isPending || people.isPlaceholderData}
          dataSource={people.data?.records ?? []}
          {...(isNarrow ? {} : { scroll: { x: 760 } })}
          locale={{ emptyText: orgCode === null ? '没有符合条件的人员' : '该部门及其下级没有符合条件的人员' }}
          pagination={{
            current: pageNo,
            pageSize,
            total: Number(people.data?.total ?? 0),
            showSizeChanger: true,
            onChange: (page, size) => {
              setPageNo(page)
              setPageSize(size)
            },
            showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
          }}
          columns={[
            {
              title: '#',
              key: 'index',
              width: 60,
              align: 'center',
              responsive: ['md'],
              render: (_, __, index) => (pageNo - 1) * pageSize + index + 1,
            },
            { title: '姓名', dataIndex: 'realname', width: isNarrow ? '28%' : '15%', align: 'center' },
            { title: '工号', dataIndex: 'workNo', width: '15%', align: 'center', responsive: ['md'] },
            { title: '部门', dataIndex: 'departName', ...(isNarrow ? {} : { width: '20%' }) },
            {
              title: '职务',
              key: 'post',
              width: '15%',
              align: 'center',
              responsive: ['md'],
              render: (_, row) => row.post_dictText ?? row.post,
            },
            { title: '手机', dataIndex: 'phone', width: isNarrow ? '40%' : '15%', align: 'center' },
            { title: '公司邮箱', dataIndex: 'email', width: '15%', responsive: ['md'] },
          ]}
        />
      </OrError>
    </>
  )
}
