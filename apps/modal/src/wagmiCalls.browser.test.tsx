import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { custom } from 'viem'
import { foundry } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { createConfig, useCallsStatus, useCapabilities, useConnect, useSendCalls, WagmiProvider } from 'wagmi'
import { smartAddress } from './connectors/auth/smartLogin.fixture.ts'
import type { Modal } from './Modal.ts'
import { callsId, createSmartDapp, to } from './provider/smartDapp.fixture.ts'
import { latchkeyConnector } from './wagmi.ts'

test('the hooks of wagmi learn what the account can, send calls, and follow them until they are confirmed', async () => {
  const { provider, sent } = await createSmartDapp()
  const modal = {
    getProvider: (() => provider) as unknown as Modal['getProvider'],
    disconnect: async () => undefined,
  }
  const config = createConfig({
    chains: [foundry],
    connectors: [latchkeyConnector(modal)],
    transports: { [foundry.id]: custom(provider) },
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const Dapp = () => {
    const { mutate: connect } = useConnect()
    const { data: capabilities } = useCapabilities({ chainId: foundry.id })
    const { mutate: send, data: calls } = useSendCalls()
    const { data: state } = useCallsStatus({
      id: calls?.id ?? '',
      query: {
        enabled: calls !== undefined,
        refetchInterval: ({ state: { data } }) => (data?.status === 'success' ? false : 20),
      },
    })
    const [connector] = config.connectors
    return (
      <main>
        <output aria-label="atomic">{capabilities?.atomic?.status}</output>
        <output aria-label="calls">{`${calls?.id ?? 'none'} ${state?.status ?? 'unknown'}`}</output>
        <button type="button" onClick={() => connector && connect({ connector })}>
          Connect by wagmi
        </button>
        <button type="button" onClick={() => send({ calls: [{ to, value: 1n }, { to }] })}>
          Send by wagmi
        </button>
      </main>
    )
  }
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  root.render(
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <Dapp />
      </QueryClientProvider>
    </WagmiProvider>,
  )
  const read = (label: string) => place.querySelector(`[aria-label="${label}"]`)?.textContent
  await page.getByRole('button', { name: 'Connect by wagmi' }).click()
  await expect.poll(() => read('atomic')).toBe('supported')
  await page.getByRole('button', { name: 'Send by wagmi' }).click()
  await expect.poll(() => read('calls')).toBe(`${callsId} success`)
  expect(sent('wallet_sendCalls')).toMatchObject([[{ from: smartAddress, calls: [{ to, value: '0x1' }, { to }] }]])
})
