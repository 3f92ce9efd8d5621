import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { App } from './App.tsx'
import { config } from './config.ts'

const client = new QueryClient()
const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <WagmiProvider config={config}>
        <QueryClientProvider client={client}>
          <App />
        </QueryClientProvider>
      </WagmiProvider>
    </StrictMode>,
  )
