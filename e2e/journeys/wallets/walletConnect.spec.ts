import type { Stack } from '@latchkey/local'
import { createSolanaWallet } from '@latchkey/testing'
import { createWalletConnectWallet, type WalletConnectWalletOptions } from '@latchkey/testing/walletconnect'
import { test as base, expect } from '../../fixtures.ts'
import { evmWallet } from './wallets.ts'

/** A wallet on another device: it reads the code off the screen and answers over the relay. */

type Phone = Awaited<ReturnType<typeof createWalletConnectWallet>>
const test = base.extend<{ openPhone: (options: Partial<WalletConnectWalletOptions>) => Promise<Phone> }>({
  openPhone: async ({ stack }, use) => {
    const phones: Phone[] = []
    await use(async (options) => {
      const phone = await createWalletConnectWallet({ relayUrl: stack.urls.relay, name: 'Phone', ...options })
      phones.push(phone)
      return phone
    })
    for (const phone of phones) await phone.close()
  },
})

const bothChains = (stack: Stack) =>
  evmWallet(stack, {
    accounts: 2,
    chains: [
      { id: 31337, rpcUrl: stack.urls.chainA },
      { id: 1337, rpcUrl: stack.urls.chainB },
    ],
  })

test('it scans the code, signs and sends in two namespaces, reconnects after a reload, and disconnects', async ({
  dapp,
  stack,
  openPhone,
}) => {
  const evm = bothChains(stack)
  const [first = '', second = ''] = evm.addresses
  const phone = await openPhone({ evm, solana: createSolanaWallet() })
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.chooseWallet('WalletConnect')
  const uri = await dapp.modal.scan()
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  await phone.pair(uri)
  await expect(dapp.modal.dialog).toBeHidden()
  await dapp.expectAccount(first)
  await expect(dapp.connections).toHaveCount(2)

  await dapp.press('Sign message')
  await expect(dapp.results).toContainText('Valid signature')
  await dapp.press('Sign with Solana')
  await expect(dapp.results).toContainText('Valid Solana signature')
  await dapp.press('Get local ETH')
  await expect.poll(() => dapp.balanceOf('mine')).toBeGreaterThan(0.2)
  await dapp.press('Send 0.1 ETH')
  await expect(dapp.results).toContainText('Confirmed in block')
  await dapp.press('Switch to Local chain B')
  await expect(dapp.page.getByRole('heading', { name: 'Local chain B' })).toBeVisible()

  await dapp.page.reload()
  await dapp.expectAccount(first)
  await expect(dapp.page.getByRole('heading', { name: 'Local chain B' })).toBeVisible()
  await dapp.press('Sign message')
  await expect(dapp.results).toContainText('Valid signature')
  phone.switchAccount(1)
  await dapp.expectAccount(second)

  await dapp.openModal()
  await dapp.modal.openWallets()
  await dapp.modal.disconnectAll()
  await dapp.expectDisconnected()
  await expect.poll(() => phone.sessions).toBe(0)
  await dapp.page.reload()
  await dapp.expectDisconnected()
})

test('it declines: the modal says so, and the next code works', async ({ dapp, stack, openPhone }) => {
  const evm = bothChains(stack)
  const phone = await openPhone({ evm })
  phone.script('reject', { times: 1 })
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.chooseWallet('WalletConnect')
  await phone.pair(await dapp.modal.scan())
  await dapp.modal.expectFailure('You declined in WalletConnect', 'Try again')
  await dapp.modal.tryAgain()
  await phone.pair(await dapp.modal.scan())
  await dapp.expectAccount(evm.addresses[0] ?? '')
})

test('an expired code is replaced by a new one, which works', async ({ dapp, stack, openPhone, page }) => {
  const evm = bothChains(stack)
  const phone = await openPhone({ evm })
  await page.clock.install()
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.chooseWallet('WalletConnect')
  const early = await dapp.modal.scan()
  await page.clock.fastForward('04:01')
  await expect(async () => expect(await dapp.modal.scan()).not.toBe(early)).toPass()
  await phone.pair(await dapp.modal.scan())
  await dapp.expectAccount(evm.addresses[0] ?? '')
})

test('it leaves in the middle of a request: the request fails, and nothing stays connected', async ({
  dapp,
  stack,
  openPhone,
}) => {
  const phone = await openPhone({ evm: bothChains(stack) })
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.chooseWallet('WalletConnect')
  await phone.pair(await dapp.modal.scan())
  await dapp.expectConnected()
  phone.script('disconnect')
  await dapp.press('Sign message')
  await dapp.expectDisconnected()
  await expect(dapp.results.getByRole('listitem')).toHaveCount(1)
  await expect(dapp.results).not.toContainText('…')
  await dapp.page.reload()
  await dapp.expectDisconnected()
})

test('it grants another namespace than the one in front: the modal says so, and nothing is connected', async ({
  dapp,
  openPhone,
}) => {
  const phone = await openPhone({ solana: createSolanaWallet(), grants: ['solana'] })
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.chooseWallet('WalletConnect')
  await phone.pair(await dapp.modal.scan())
  await dapp.modal.expectFailure('WalletConnect isn’t connected', 'Try again')
  await expect(dapp.modal.dialog).toContainText('Your wallet didn’t allow this site’s networks')
  await expect.poll(() => phone.sessions).toBe(0)
  await dapp.modal.close()
  await dapp.expectDisconnected()
})

test('the relay is away: the modal says so and connects once it is back; a line that drops comes back by itself', async ({
  dapp,
  stack,
  openPhone,
  page,
}) => {
  const lines: { close(): Promise<void> }[] = []
  let isAway = true
  await page.routeWebSocket(new RegExp(`^${stack.urls.relay}`), (line) => {
    if (isAway) return void line.close({ code: 1013 })
    line.connectToServer()
    lines.push(line)
  })
  const evm = bothChains(stack)
  const phone = await openPhone({ evm })
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.chooseWallet('WalletConnect')
  await dapp.modal.expectFailure('WalletConnect isn’t connected', 'Try again')
  isAway = false
  await dapp.modal.tryAgain()
  await phone.pair(await dapp.modal.scan())
  await dapp.expectAccount(evm.addresses[0] ?? '')

  for (const line of lines) await line.close()
  await dapp.press('Sign message')
  await expect(dapp.results).toContainText('Valid signature')
})
