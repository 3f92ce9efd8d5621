import { createEvmWallet, type EvmWallet, showWallet } from '@latchkey/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createWalletClient, custom, verifyMessage } from 'viem'
import { foundry, localhost } from 'viem/chains'
import { expect, inject, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  createConfig,
  createStorage,
  http,
  useConnect,
  useConnection,
  useDisconnect,
  useSignMessage,
  useSwitchChain,
  WagmiProvider,
} from 'wagmi'
import * as wagmi2 from 'wagmi-core-2'
import { createModal, type Modal } from './index.ts'
import { testSettings } from './modal.fixture.ts'
import { latchkeyConnector } from './wagmi.ts'

const frameUrl = inject('frameUrl')
const chains = [foundry, localhost] as const
const transports = { [foundry.id]: http(), [localhost.id]: http() }
// No node is called here: the wallet signs and switches.
const walletChains = [
  { id: foundry.id, rpcUrl: 'http://127.0.0.1:9' },
  { id: localhost.id, rpcUrl: 'http://127.0.0.1:9' },
] as const

const showTestWallet = (): EvmWallet => {
  const wallet = createEvmWallet({ name: 'Fox', rdns: 'org.example.fox', chains: walletChains, accounts: 2 })
  onTestFinished(showWallet(wallet))
  return wallet
}

/** A page load of the site: stored data of the same project is kept. */
const visit = (
  projectId = `login-wagmi-${crypto.randomUUID()}`,
): { modal: Modal; leave: () => void; projectId: string } => {
  const modal = createModal({
    ...testSettings,
    projectId,
    frameUrl,
    apiUrl: frameUrl,
    networks: ['eip155:31337', 'eip155:1337'],
    features: { email: false },
  })
  const leave = (): void => modal.destroy()
  onTestFinished(leave)
  return { modal, leave, projectId }
}

/** A dapp as in wagmi's documentation. Also counts the changes of wagmi's state. */
const mountDapp = (modal: Modal, storageKey: string) => {
  const config = createConfig({
    chains,
    transports,
    connectors: [latchkeyConnector(modal)],
    multiInjectedProviderDiscovery: false,
    storage: createStorage({ storage: localStorage, key: storageKey }),
  })
  const Dapp = () => {
    const { status, address, chainId } = useConnection()
    const { mutate: connect, error: connectError } = useConnect()
    const { mutate: disconnect } = useDisconnect()
    const { mutate: sign, data: signature, error: signError } = useSignMessage()
    const { mutate: switchChain } = useSwitchChain()
    const [connector] = config.connectors
    return (
      <main>
        <output aria-label="account">{`${status} ${address ?? 'nobody'} ${chainId ?? 'nowhere'}`}</output>
        <output aria-label="signature">{signature}</output>
        <output aria-label="error">{(connectError ?? signError)?.name}</output>
        <button type="button" onClick={() => connector && connect({ connector })}>
          Connect by wagmi
        </button>
        <button type="button" onClick={() => sign({ message: 'Hello, wörld' })}>
          Sign by wagmi
        </button>
        <button type="button" onClick={() => switchChain({ chainId: localhost.id })}>
          Switch by wagmi
        </button>
        <button type="button" onClick={() => disconnect()}>
          Disconnect by wagmi
        </button>
      </main>
    )
  }
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const leave = (): void => {
    root.unmount()
    place.remove()
  }
  onTestFinished(leave)
  root.render(
    <StrictMode>
      <WagmiProvider config={config}>
        <QueryClientProvider client={new QueryClient()}>
          <Dapp />
        </QueryClientProvider>
      </WagmiProvider>
    </StrictMode>,
  )
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const read = (label: string) => place.querySelector(`[aria-label="${label}"]`)?.textContent
  return { press, read, leave }
}

const chooseFox = () => page.getByRole('button', { name: /^Fox/ }).click()

test('a wagmi 3 app connects by the modal, signs, moves, hears the wallet, comes back and disconnects', async () => {
  await page.viewport(800, 800)
  const wallet = showTestWallet()
  const [first = '0x', second = '0x'] = wallet.addresses
  const { modal, leave, projectId } = visit()
  const dapp = mountDapp(modal, projectId)
  await expect.poll(() => dapp.read('account')).toBe('disconnected nobody nowhere')

  await dapp.press('Connect by wagmi')
  await expect.poll(() => modal.getState().open).toBe(true)
  await chooseFox()
  await expect.poll(() => dapp.read('account')).toBe(`connected ${first} 31337`)
  await expect.poll(() => modal.getState().open).toBe(false)

  await dapp.press('Sign by wagmi')
  await expect.poll(() => dapp.read('signature')).toMatch(/^0x/)
  const signature = dapp.read('signature') as `0x${string}`
  expect(await verifyMessage({ address: first, message: 'Hello, wörld', signature })).toBe(true)

  await dapp.press('Switch by wagmi')
  await expect.poll(() => dapp.read('account')).toBe(`connected ${first} 1337`)
  expect(wallet.chainId).toBe(1337)

  wallet.switchAccount(1)
  await expect.poll(() => dapp.read('account')).toBe(`connected ${second} 1337`)

  dapp.leave()
  leave()
  const asked = wallet.requests.filter(({ method }) => method === 'eth_requestAccounts').length
  const again = visit(projectId)
  const sameDapp = mountDapp(again.modal, projectId)
  await expect.poll(() => sameDapp.read('account')).toBe(`connected ${second} 1337`)
  expect(wallet.requests.filter(({ method }) => method === 'eth_requestAccounts').length).toBe(asked)

  await sameDapp.press('Disconnect by wagmi')
  await expect.poll(() => sameDapp.read('account')).toBe('disconnected nobody nowhere')
  sameDapp.leave()
  again.leave()
  const last = visit(projectId)
  const lastDapp = mountDapp(last.modal, projectId)
  await expect.poll(() => lastDapp.read('account')).toBe('disconnected nobody nowhere')
  expect(last.modal.getAccount().status).toBe('disconnected')
})

test('a rejection in the wallet is one in wagmi, and the wallet’s end is wagmi’s', async () => {
  await page.viewport(800, 800)
  const wallet = showTestWallet()
  const { modal, projectId } = visit()
  const dapp = mountDapp(modal, projectId)
  await dapp.press('Connect by wagmi')
  await chooseFox()
  await expect.poll(() => dapp.read('account')).toContain('connected')
  wallet.script('reject')
  await dapp.press('Sign by wagmi')
  await expect.poll(() => dapp.read('error')).toBe('UserRejectedRequestError')
  wallet.disconnect()
  await expect.poll(() => dapp.read('account')).toBe('disconnected nobody nowhere')
})

test('a modal that is closed rejects, and wagmi stays disconnected', async () => {
  await page.viewport(800, 800)
  const { modal, projectId } = visit()
  const dapp = mountDapp(modal, projectId)
  await dapp.press('Connect by wagmi')
  await expect.poll(() => modal.getState().open).toBe(true)
  modal.close()
  await expect.poll(() => dapp.read('error')).toBe('UserRejectedRequestError')
  expect(dapp.read('account')).toBe('disconnected nobody nowhere')
})

test('viem signs with the connected wallet, and a login in the modal itself is in wagmi 2', async () => {
  await page.viewport(800, 800)
  const wallet = showTestWallet()
  const [first = '0x'] = wallet.addresses
  const { modal } = visit()
  const config = wagmi2.createConfig({
    chains,
    transports,
    connectors: [latchkeyConnector(modal)],
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  await modal.open()
  await chooseFox()
  await expect.poll(() => wagmi2.getAccount(config)).toMatchObject({ status: 'connected', address: first })

  const client = createWalletClient({ chain: foundry, transport: custom(modal.getProvider('eip155')) })
  expect(await client.getAddresses()).toEqual(wallet.addresses)
  const signature = await client.signMessage({ account: first, message: 'Hi' })
  expect(await verifyMessage({ address: first, message: 'Hi', signature })).toBe(true)
  expect(await wagmi2.signMessage(config, { message: 'Hi' })).toBe(signature)
  await client.switchChain({ id: localhost.id })
  await expect.poll(() => wagmi2.getAccount(config).chainId).toBe(localhost.id)
  await modal.disconnect()
  await expect.poll(() => wagmi2.getAccount(config).status).toBe('disconnected')
})
