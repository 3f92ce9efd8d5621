import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  server: { port: 4422, strictPort: true, host: '127.0.0.1' },
})
