import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createModal } from './index.ts'
import { testSettings } from './modal.fixture.ts'
import {
  ConnectButton,
  useAccount,
  useActivity,
  useBalance,
  useNetwork,
  useNetworks,
  useProfile,
  useWallets,
} from './react.ts'

const modal = createModal(testSettings)

test('on a server every hook has its empty state', () => {
  const seen: unknown[] = []
  const Page = () => {
    const { status, isConnected, address } = useAccount(modal, 'eip155')
    seen.push({ status, isConnected, address, chainId: useNetwork(modal, 'eip155').chainId })
    seen.push(
      useBalance(modal),
      useActivity(modal).items,
      useProfile(modal),
      useNetworks(modal),
      useWallets(modal).wallets,
    )
    return null
  }
  renderToString(<Page />)
  expect(seen).toEqual([
    { status: 'disconnected', isConnected: false, address: null, chainId: 31337 },
    { status: 'idle', error: null, updatedAtMs: null, balance: null },
    [],
    { name: null, avatar: null, explorerUrl: null },
    [],
    [],
  ])
})

test('ConnectButton draws what it is told to', () => {
  const drawn = renderToString(
    <ConnectButton modal={modal}>
      {({ isConnected, openModal }) => (
        <button type="button" onClick={openModal}>
          {isConnected ? 'Account' : 'Sign in'}
        </button>
      )}
    </ConnectButton>,
  )
  expect(drawn).toBe('<button type="button">Sign in</button>')
})
