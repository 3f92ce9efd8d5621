import { createVerifier } from '@latchkey/server'
import { createBitcoinWallet, createSolanaWallet } from '@latchkey/testing'
import { createPublicClient, type Hex, http } from 'viem'
import { expect, test } from '../fixtures.ts'
import type { Dapp } from '../pages/Dapp.ts'
import { evmWallet } from './wallets/wallets.ts'

/** Session proof: an account signs a message, so that the app's server knows its owner. */

const open = async (dapp: Dapp, query: string): Promise<void> => {
  await dapp.page.goto(`${dapp.stack.urls.demo}/playground?${query}`)
}
const question = ({ modal }: Dapp) => modal.dialog.getByRole('heading', { name: 'Small Hours asks you to sign in' })
const expectSigned = async ({ page }: Dapp): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Signed in with a message' })).toBeVisible()
}
const connect = async (dapp: Dapp): Promise<void> => {
  await dapp.openModal()
  await dapp.modal.chooseWallet('Fox')
  await expect(question(dapp)).toBeVisible()
}

/** The page gets a token, and the app's server verifies it. */
const verifyToken = async (dapp: Dapp) => {
  await dapp.press('Get ID token')
  const newest = dapp.results.getByRole('listitem').first()
  await expect(newest).toContainText('for the nonce')
  const [, idToken = '', nonce = ''] =
    /([\w-]+\.[\w-]+\.[\w-]+) for the nonce (\w+)/.exec((await newest.textContent()) ?? '') ?? []
  const { urls } = dapp.stack
  const verifier = createVerifier({ apiUrl: urls.api, projectId: 'demo', origins: [new URL(urls.demo).origin] })
  await expect(verifier.verifyIdToken(idToken, { nonce: 'another-one' })).rejects.toMatchObject({
    name: 'NONCE_INVALID',
  })
  return verifier.verifyIdToken(idToken, { nonce })
}

test('a wallet signs in once where the app requires it, its server knows the user, and nothing else leads in', async ({
  dapp,
  stack,
  install,
}) => {
  const wallet = await install(
    evmWallet(stack, {
      chains: [
        { id: 31337, rpcUrl: stack.urls.chainA },
        { id: 1337, rpcUrl: stack.urls.chainB },
      ],
    }),
  )
  const signed = () => wallet.requests.filter(({ method }) => method === 'personal_sign').length
  await open(dapp, 'siwx=required')
  await connect(dapp)
  await dapp.modal.dialog.getByRole('button', { name: 'Close' }).click()
  await dapp.page.keyboard.press('Escape')
  await expect(question(dapp)).toBeVisible()
  await dapp.modal.dialog.getByRole('button', { name: 'Cancel' }).click()
  await dapp.expectDisconnected()

  await connect(dapp)
  await dapp.modal.dialog.getByRole('button', { name: 'Sign in' }).click()
  await dapp.expectConnected()
  await expectSigned(dapp)
  expect(signed()).toBe(1)
  const { subject } = await verifyToken(dapp)
  expect(subject).not.toBe('')

  await dapp.page.reload()
  await dapp.expectConnected()
  await expectSigned(dapp)
  await expect(dapp.modal.dialog).toBeHidden()
  expect((await verifyToken(dapp)).subject).toBe(subject)

  // Another network is requested once; declining returns to the signed one.
  await dapp.press('Switch to Local chain B')
  await expect(question(dapp)).toBeVisible()
  await dapp.modal.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dapp.modal.dialog).toBeHidden()
  await expect(dapp.page.getByRole('heading', { name: 'Local chain A' })).toBeVisible()
  await expectSigned(dapp)
  expect(signed()).toBe(1)
})

test('where the app only asks, a user may skip it, and sign in later', async ({ dapp, stack, install }) => {
  await install(evmWallet(stack))
  await open(dapp, 'siwx=optional')
  await connect(dapp)
  await dapp.modal.dialog.getByRole('button', { name: 'Not now' }).click()
  await dapp.expectConnected()
  await dapp.press('Sign in with a message')
  await dapp.modal.dialog.getByRole('button', { name: 'Sign in' }).click()
  await expectSigned(dapp)
})

test('a user of the embedded wallet signs in with only the code: one approval in total', async ({ dapp, email }) => {
  await open(dapp, 'siwx=required')
  // No further press after the code.
  await dapp.logIn(email)
  await expectSigned(dapp)
  expect((await verifyToken(dapp)).methods).toEqual(['otp'])
})

for (const [network, wallet] of [
  ['Solana', () => createSolanaWallet({ name: 'Ghost' })],
  ['Bitcoin', () => createBitcoinWallet({ name: 'Ghost' })],
] as const)
  test(`a ${network} wallet signs in where the app requires it, and the app’s server knows the user`, async ({
    dapp,
    install,
  }) => {
    await install(wallet())
    await open(dapp, 'siwx=required')
    await dapp.press(`Connect ${network}`)
    await dapp.modal.chooseWallet('Ghost')
    await question(dapp).waitFor()
    await dapp.modal.dialog.getByRole('button', { name: 'Sign in' }).click()
    await expectSigned(dapp)
    expect((await verifyToken(dapp)).methods).toEqual(['wallet'])
  })

test('a smart account signs in before it is deployed', async ({ dapp, email, stack }) => {
  await open(dapp, 'siwx=optional')
  await dapp.logIn(email)
  await expectSigned(dapp)
  await dapp.openModal()
  await dapp.modal.dialog.getByRole('button', { name: 'Account settings' }).click()
  await dapp.modal.dialog.getByRole('group', { name: 'Account type' }).getByText('Smart account').click()
  await question(dapp).waitFor()
  await dapp.modal.dialog.getByRole('button', { name: 'Sign in' }).click()
  await dapp.approval.confirm()
  await expectSigned(dapp)
  await verifyToken(dapp)
  const address = (await dapp.address()) as Hex
  const chain = createPublicClient({ transport: http(stack.urls.chainA) })
  expect(await chain.getCode({ address })).toBeUndefined()
})

test('an app that requires an email address gets it with the mailed letters, and connects no user without it', async ({
  dapp,
  stack,
  install,
  email,
}) => {
  await install(evmWallet(stack))
  await open(dapp, 'emailCapture=required')
  await dapp.openModal()
  await dapp.modal.chooseWallet('Fox')
  const { dialog } = dapp.modal
  await expect(dialog).toContainText('News about your orders')
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByRole('button', { name: 'Send me a code' }).click()
  const letters = async () => {
    const [mail] = await stack.mailbox.messages(email)
    return /^ {4}([A-Z]{3} [A-Z]{3})$/m.exec(mail?.text ?? '')?.[1] ?? ''
  }
  await expect.poll(letters).not.toBe('')
  await dialog.getByLabel('Letters from the email').fill(await letters())
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dapp.expectConnected()
})
