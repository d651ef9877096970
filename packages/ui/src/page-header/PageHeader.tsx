import { Breadcrumb, Input, Tabs } from 'antd'
import type { ReactNode } from 'react'
import './page-header.css'

/** A step of the breadcrumb; the last one is where the person is, and no link. */
export interface PageCrumb {
  readonly title: string
  readonly path: string
}

/** The row of tabs at the foot of the header; what they show is the page's matter. */
export interface PageTabs {
  readonly items: readonly { readonly key: string; readonly label: string }[]
  readonly active: string
  onChange(key: string): void
}

export interface PageSearch {
  onSearch(text: string): void
}

export interface PageHeaderProps {
  readonly title: ReactNode
  /** From home to this page. */
  readonly crumbs: readonly PageCrumb[]
  onCrumb(path: string): void
  /** Small mark before the title. */
  readonly logo?: ReactNode
  /** Picture left of the text, two lines high. */
  readonly avatar?: ReactNode
  /** Buttons at the right of the title. */
  readonly action?: ReactNode
  readonly content?: ReactNode
  /** Figures and the like, right of the content. */
  readonly extra?: ReactNode
  readonly tabs?: PageTabs
  readonly search?: PageSearch
}

/**
 * Head of a page (1-shell.md §2.4, 5-screens.md §2.13): breadcrumb, title with logo and actions, avatar, content,
 * extra area, then optional search and tabs. Areas that are not given take no room.
 */
export function PageHeader(props: PageHeaderProps) {
  const { title, crumbs, onCrumb, logo, avatar, action, content, extra, tabs, search } = props
  return (
    <header className="page-header">
      <Breadcrumb
        items={crumbs.map((crumb, index) => ({
          key: crumb.path,
          title:
            index === crumbs.length - 1 ? (
              <span aria-current="page">{crumb.title}</span>
            ) : (
              <a
                href={crumb.path}
                onClick={(event) => {
                  event.preventDefault()
                  onCrumb(crumb.path)
                }}
              >
                {crumb.title}
              </a>
            ),
        }))}
      />
      <div className="page-header-body">
        {avatar && <div className="page-header-avatar">{avatar}</div>}
        <div className="page-header-main">
          <div className="page-header-row">
            {logo && <span className="page-header-logo">{logo}</span>}
            <h1>{title}</h1>
            {action && <div className="page-header-action">{action}</div>}
          </div>
          {(content || extra) && (
            <div className="page-header-row">
              <div className="page-header-content">{content}</div>
              {extra && <div className="page-header-extra">{extra}</div>}
            </div>
          )}
        </div>
      </div>
      {search && (
        <div className="page-header-search">
          <Input.Search
            size="large"
            aria-label="搜索"
            placeholder="请输入..."
            enterButton="搜索"
            onSearch={(text) => search.onSearch(text)}
          />
        </div>
      )}
      {tabs && (
        <Tabs
          className="page-header-tabs"
          items={tabs.items.map(({ key, label }) => ({ key, label }))}
          activeKey={tabs.active}
          onChange={(key) => tabs.onChange(key)}
        />
      )}
    </header>
  )
}
