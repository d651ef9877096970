import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { Collapse, Spin, Tabs } from 'antd'
import { Suspense } from 'react'
import columnsCode from './examples/columns.tsx?raw'
import instantSaveCode from './examples/instant-save.tsx?raw'
import linkageCode from './examples/linkage.tsx?raw'
import manyRowsCode from './examples/many-rows.tsx?raw'
import panesCode from './examples/panes.tsx?raw'
import treeCode from './examples/tree.tsx?raw'
import './showcase.css'

const CodeText = lazyPart('CodeText', () => import('./CodeText.tsx').then((m) => m.CodeText))

const examples = [
  {
    key: 'columns',
    label: '各种列',
    part: lazyPart('columns', () => import('./examples/columns.tsx').then((module) => module.default)),
    code: columnsCode,
  },
  {
    key: 'many',
    label: '大量行',
    part: lazyPart('many-rows', () => import('./examples/many-rows.tsx').then((module) => module.default)),
    code: manyRowsCode,
  },
  {
    key: 'tree',
    label: '树形',
    part: lazyPart('tree', () => import('./examples/tree.tsx').then((module) => module.default)),
    code: treeCode,
  },
  {
    key: 'linkage',
    label: '联动与常开',
    part: lazyPart('linkage', () => import('./examples/linkage.tsx').then((module) => module.default)),
    code: linkageCode,
  },
  {
    key: 'panes',
    label: '多个子表',
    part: lazyPart('panes', () => import('./examples/panes.tsx').then((module) => module.default)),
    code: panesCode,
  },
  {
    key: 'instant',
    label: '即时保存',
    part: lazyPart('instant-save', () =>
      import('./examples/instant-save.tsx').then((module) => module.default),
    ),
    code: instantSaveCode,
  },
]

/** 常见案例 → 可编辑表格: each feature of the table, with the code that makes it. */
export default function EditableTablePage() {
  return (
    <div className="card">
      <Tabs
        destroyOnHidden
        items={examples.map(({ key, label, part: Part, code }) => ({
          key,
          label,
          children: (
            <>
              <Part />
              <Collapse
                className="gap-top"
                items={[
                  {
                    key: 'code',
                    label: '查看代码',
                    children: (
                      <Suspense fallback={<Spin />}>
                        <CodeText label={label} code={code} />
                      </Suspense>
                    ),
                  },
                ]}
              />
            </>
          ),
        }))}
      />
    </div>
  )
}
