export { PageHeader } from './PageHeader.tsx'
export type { PageCrumb, PageHeaderProps, PageSearch, PageTabs } from './PageHeader.tsx'
