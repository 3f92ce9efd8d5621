import { createBitcoinWallet, createSolanaWallet } from '@latchkey/testing'
import { installRubbish, installWallet } from '@latchkey/testing/playwright'
import { expect, test } from '../../fixtures.ts'
import { Dapp } from '../../pages/Dapp.ts'
import { evmWallet } from './wallets.ts'

/** Wallets that decline, are locked, never respond, lie or return garbage: each time the modal reports it, with a way to continue. */

test('it declines, then agrees: one click more', async ({ dapp, stack, install }) => {
  const wallet = await install(evmWallet(stack))
  wallet.script('reject', { times: 1 })
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.chooseWallet('Fox')
  await dapp.modal.expectFailure('You declined in Fox', 'Try again')
  await dapp.modal.tryAgain()
  await dapp.expectAccount(wallet.addresses[0] ?? '')
})

test('it is locked: the modal asks to unlock it, and goes on once it is', async ({ dapp, stack, install }) => {
  const wallet = await install(evmWallet(stack))
  wallet.script('locked')
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.chooseWallet('Fox')
  await dapp.modal.expectFailure('Fox is locked', 'Try again')
  wallet.script('approve')
  await dapp.modal.tryAgain()
  await dapp.expectAccount(wallet.addresses[0] ?? '')
})

test('it never answers: the modal says where to look, and another method is a click away', async ({
  dapp,
  stack,
  install,
}) => {
  const wallet = await install(evmWallet(stack))
  await install(evmWallet(stack, { name: 'Bear', rdns: 'org.example.bear' }))
  wallet.script('neverAnswer')
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.chooseWallet('Fox')
  await expect(dapp.modal.dialog.getByRole('heading', { name: 'Continue in Fox' })).toBeVisible()
  await dapp.modal.useAnotherMethod()
  await dapp.modal.connectWallet('Bear')
  await expect(dapp.connections).toHaveText([/^Bear/])
  await dapp.page.reload()
  await expect(dapp.connections).toHaveText([/^Bear/])
})

test('it agrees after the user has left: nothing is connected, now or after a reload', async ({
  dapp,
  stack,
  install,
}) => {
  const wallet = await install(evmWallet(stack))
  let agree = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    agree = resolve
  })
  const { call } = wallet
  // The user takes their time.
  await install({
    ...wallet,
    face: {
      ...wallet.face,
      info: { ...wallet.face.info, name: 'Slow', rdns: 'org.example.slow', uuid: crypto.randomUUID() },
    },
    call: async (origin, method, params) => {
      if (method === 'eth_requestAccounts') await asked
      return call(origin, method, params)
    },
  })
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.chooseWallet('Slow')
  await expect(dapp.modal.dialog.getByRole('heading', { name: 'Continue in Slow' })).toBeVisible()
  await dapp.modal.close()
  agree()
  await expect.poll(() => wallet.requests.map(({ method }) => method)).toContain('eth_requestAccounts')
  await dapp.expectDisconnected()
  await dapp.page.reload()
  await dapp.expectDisconnected()
})

for (const script of ['throwNonError', 'answerRubbish'] as const) {
  test(`it does what no wallet does (${script}): the modal says that it failed, again and again, and then connects`, async ({
    dapp,
    stack,
    install,
  }) => {
    const wallet = await install(evmWallet(stack))
    wallet.script(script, { of: 'connect' })
    await dapp.open()
    await dapp.openModal()
    await dapp.modal.chooseWallet('Fox')
    const connects = () => wallet.requests.filter(({ method }) => method === 'eth_requestAccounts').length
    for (let round = 1; round <= 8; round++) {
      await dapp.modal.expectFailure('Fox isn’t connected', 'Try again')
      expect(connects()).toBe(round)
      if (round === 8) wallet.script('approve')
      await dapp.modal.tryAgain()
    }
    await dapp.expectAccount(wallet.addresses[0] ?? '')
  })
}

test('it says that it switched and did not: the page stays where the wallet is', async ({ dapp, stack, install }) => {
  const wallet = await install(
    evmWallet(stack, {
      chains: [
        { id: 31337, rpcUrl: stack.urls.chainA },
        { id: 1337, rpcUrl: stack.urls.chainB },
      ],
    }),
  )
  await dapp.open()
  await dapp.connectWallet('Fox')
  wallet.script('wrongChain')
  await dapp.press('Switch to Local chain B')
  await expect(dapp.results.getByRole('listitem').filter({ hasText: 'Switch to Local chain B' })).toHaveClass(/failed/)
  await expect(dapp.page.getByRole('heading', { name: 'Local chain A' })).toBeVisible()
  await dapp.press('Sign message')
  await expect(dapp.results).toContainText('Valid signature')
})

test('it refuses every chain (4902): the page stays where it is and says why', async ({ dapp, stack, install }) => {
  const wallet = await install(evmWallet(stack))
  await dapp.open()
  await dapp.connectWallet('Fox')
  wallet.script('reject', { of: 'add' })
  await dapp.press('Switch to Local chain B')
  await expect(dapp.results.getByRole('listitem').filter({ hasText: 'Switch to Local chain B' })).toHaveClass(/failed/)
  await expect(dapp.page.getByRole('heading', { name: 'Local chain A' })).toBeVisible()
})

test('its account changes in the middle of connecting and of signing: the page shows the one in use', async ({
  dapp,
  stack,
  install,
}) => {
  const wallet = await install(evmWallet(stack, { accounts: 3 }))
  const [, second = '', third = ''] = wallet.addresses
  wallet.script('swapAccount', { of: 'connect', times: 1 })
  await dapp.open()
  await dapp.connectWallet('Fox')
  await dapp.expectAccount(second)
  wallet.script('swapAccount', { of: 'sign', times: 1 })
  await dapp.press('Sign message')
  await dapp.expectAccount(third)
  await expect(dapp.results).toContainText('Valid signature')
})

test('it disconnects in the middle of a request: the request fails, and it stays disconnected', async ({
  dapp,
  stack,
  install,
}) => {
  const wallet = await install(evmWallet(stack))
  await dapp.open()
  await dapp.connectWallet('Fox')
  wallet.script('disconnect')
  await dapp.press('Sign message')
  await dapp.expectDisconnected()
  await expect(dapp.results.getByRole('listitem')).toHaveClass(/failed/)
  await dapp.page.reload()
  await dapp.expectDisconnected()
})

test('it is locked when the page comes back: no account is connected, and the user is not asked', async ({
  dapp,
  stack,
  install,
}) => {
  const wallet = await install(evmWallet(stack))
  await dapp.open()
  await dapp.connectWallet('Fox')
  await dapp.expectConnected()
  const before = wallet.requests.filter(({ method }) => method === 'eth_requestAccounts').length
  await dapp.page.goto('about:blank')
  wallet.script('locked')
  await dapp.open()
  await dapp.expectDisconnected()
  expect(wallet.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(before)
})

test('it is gone when the page comes back: no account is connected, and the modal opens', async ({
  dapp,
  stack,
  page,
  context,
}) => {
  await installWallet(page, evmWallet(stack))
  await dapp.open()
  await dapp.connectWallet('Fox')
  await dapp.expectConnected()
  // Another tab of the same browser, where the extension is off.
  const without = new Dapp(await context.newPage(), stack)
  await without.open()
  await without.expectDisconnected()
  await without.openModal()
  await expect(without.modal.dialog).toBeVisible()
})

test('rubbish is announced by every way: none of it runs or breaks anything, and honest wallets work', async ({
  dapp,
  stack,
  install,
  page,
}) => {
  const failures: string[] = []
  page.on('pageerror', ({ message }) => failures.push(message))
  await installRubbish(page)
  const evm = await install(evmWallet(stack))
  await install(createSolanaWallet({ name: 'Ghost' }))
  await install(createBitcoinWallet({ name: 'Ark' }))
  await dapp.open()
  await dapp.openModal()
  await expect(dapp.modal.walletRow('Fox')).toBeVisible()
  const names = await dapp.modal.dialog.getByRole('button').allInnerTexts()
  expect(Math.max(...names.map((name) => name.length))).toBeLessThan(100)
  await expect(dapp.modal.walletRow('Rubbish 16')).toHaveCount(1)
  await dapp.modal.connectWallet('Fox')
  await dapp.expectAccount(evm.addresses[0] ?? '')
  await dapp.press('Connect Solana')
  await dapp.modal.connectWallet('Ghost')
  await dapp.press('Connect Bitcoin')
  await dapp.modal.connectWallet('Ark')
  await expect(dapp.connections).toHaveText([/^Ark/, /^Ghost/, /^Fox/])
  expect(await page.evaluate(() => 'latchkeyRubbishRan' in globalThis)).toBe(false)
  expect(failures.filter((failure) => failure !== 'rubbish')).toEqual([])
})
