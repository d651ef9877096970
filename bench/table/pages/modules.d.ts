/** Parts that are published without types of their own. */
declare module 'vxe-pc-ui/es/*' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}
declare module 'vxe-table/es/ui/index.js' {
  export const VxeUI: {
    setI18n(language: string, texts: unknown): void
    setLanguage(language: string): void
    setTheme(name: string): void
  }
}
declare module 'vxe-table/es/locale/lang/zh-CN.js' {
  const texts: unknown
  export default texts
}
declare module 'vxe-table/es/vxe-column/index.js' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}
declare module 'vxe-table/es/vxe-table/index.js' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}
declare module '*.css'
