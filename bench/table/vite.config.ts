import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { withDirectImports, withoutRuntimeStyles } from '../../apps/console/build/left-out.ts'

/** One page or bundle; `scripts/bench-table.mjs` says which. Ours is built as the console builds it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutRuntimeStyles(), withDirectImports()],
  logLevel: 'warn',
  define: {
    __VUE_OPTIONS_API__: 'true',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
  },
  build: { target: 'es2023', emptyOutDir: true, copyPublicDir: false, reportCompressedSize: false },
})
