import type { Stack } from '@latchkey/local'
import type { EvmWallet, Reply } from '@latchkey/testing'
import { evmWallet } from '../journeys/wallets/wallets.ts'
import { expect, test } from './fixtures.ts'
import type { Safari } from './Safari.ts'

const submitEmail = async (safari: Safari, email: string) => {
  await safari.press('Connect')
  await safari.fill('Email address', email)
  await safari.press('Continue')
}
const enterCode = (safari: Safari, code: string) => safari.inWallet(() => safari.fill('Six-digit code', code))

const signIn = async (safari: Safari, stack: Stack, email: string) => {
  await submitEmail(safari, email)
  await enterCode(safari, await stack.mailbox.latestCode(email))
  await safari.expectHeading('You are connected')
}

/** The short address in the corner. */
const account = async (safari: Safari): Promise<string> => /0x\w{4}…\w{4}/.exec(await safari.text())?.[0] ?? ''

/** WebKit can't report whether a site covers the wallet, so confirmations are shown in a window. */
const signMessage = async (safari: Safari) => {
  await safari.press('Sign message')
  await safari.inNewWindow(
    () => safari.inWallet(() => safari.press('Open window')),
    async () => {
      await safari.expectText('Hello from the Latchkey demo')
      await safari.press('Sign')
    },
  )
  await safari.expectText('Valid signature')
}

type WalletCall = { method: string; params: unknown; answer: (reply: Reply) => void }
declare global {
  /** In the page: the wallet's unanswered calls. */
  var walletCalls: WalletCall[]
}

/** Announces a wallet in the page (EIP-6963), with scripted responses. Returns a function that removes it. */
const announceWallet = async (safari: Safari, wallet: EvmWallet, origin: string) => {
  await safari.session.run((name: string) => {
    globalThis.walletCalls = []
    const request = ({ method, params }: { method: string; params?: unknown }) =>
      new Promise((resolve, reject) => {
        const answer: WalletCall['answer'] = (reply) =>
          'value' in reply
            ? resolve(reply.value)
            : reject('error' in reply ? Object.assign(new Error(), reply.error) : reply)
        globalThis.walletCalls.push({ method, params, answer })
      })
    const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
    const info = { uuid: crypto.randomUUID(), name, icon, rdns: 'org.example.fox' }
    const detail = Object.freeze({ info, provider: { request, on: () => undefined, removeListener: () => undefined } })
    const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    addEventListener('eip6963:requestProvider', announce)
    announce()
  }, wallet.name)
  let isOver = false
  const serve = async () => {
    while (!isOver) {
      const call = await safari.session.run(() => globalThis.walletCalls[0] ?? null)
      if (call === null) continue
      const { method, params } = call as WalletCall
      const reply = await wallet.call(origin, method, params)
      await safari.session.run((given: Reply) => globalThis.walletCalls.shift()?.answer(given), reply)
    }
  }
  const serving = serve()
  return async () => {
    isOver = true
    await serving
  }
}

test('a newcomer signs in by email, signs, comes back, signs out, and returns to the same wallet', async ({
  safari,
  stack,
  email,
}) => {
  await safari.session.goTo(`${stack.urls.demo}/playground`)
  await signIn(safari, stack, email)
  const address = await account(safari)
  await signMessage(safari)

  await safari.session.reload()
  await safari.expectHeading('You are connected')
  expect(await account(safari)).toBe(address)
  await signMessage(safari)

  await safari.press(address)
  await safari.press('Account settings')
  await safari.press('Sign out')
  await safari.expectHeading('Sign in to try it')
  await safari.session.reload()
  await safari.expectHeading('Sign in to try it')
  await signIn(safari, stack, email)
  expect(await account(safari)).toBe(address)
})

test('a wrong code says how many tries are left, and the right one still works', async ({ safari, stack, email }) => {
  await safari.session.goTo(`${stack.urls.demo}/playground`)
  await submitEmail(safari, email)
  const code = await stack.mailbox.latestCode(email)
  await enterCode(safari, code === '123456' ? '654321' : '123456')
  await safari.inWallet(() => safari.expectText('2 attempts left'))
  await enterCode(safari, code)
  await safari.expectHeading('You are connected')
})

test('a wallet in the browser connects and signs', async ({ safari, stack }) => {
  const { demo } = stack.urls
  const wallet = evmWallet(stack)
  await safari.session.goTo(`${demo}/playground`)
  const remove = await announceWallet(safari, wallet, demo)
  await safari.press('Connect')
  await safari.press(/^Fox/)
  await safari.expectHeading('You are connected')
  await safari.press('Sign message')
  await safari.expectText('Valid signature')
  await remove()
  expect(wallet.requests.map(({ method }) => method)).toContain('personal_sign')
})
