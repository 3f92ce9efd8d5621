import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The server that sends the page replaces the placeholder, as servers with a strict policy do.
export default defineConfig({ plugins: [react()], html: { cspNonce: 'NONCE' } })
