import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = process.env['CONSOLE_API'] ?? 'http://127.0.0.1:8080'

/** Groups that change at different speeds; the login page needs only `react` beside its own code. */
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|zustand)[\\/]/, priority: 30 },
]

export default defineConfig({
  plugins: [react()],
  resolve: { tsconfigPaths: false },
  server: {
    port: Number(process.env['CONSOLE_PORT'] ?? 5173),
    proxy: {
      '/jeecg-boot/websocket': { target: api.replace(/^http/, 'ws'), ws: true },
      '/jeecg-boot': { target: api },
    },
  },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
