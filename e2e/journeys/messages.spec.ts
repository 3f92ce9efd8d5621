import type { Frame, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Dapp } from '../pages/Dapp.ts'

/** Messages outside the protocol, or from the wrong source: dropped, and nothing changes. */

/** Records the wallet's messages to the page from now on. */
const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const heard: unknown[] = []
    addEventListener('message', ({ data }) => heard.push(data))
    Object.assign(globalThis, { heard })
  })

/** A wallet that listens to its window, as for a page of profile 4; after HELLO no other message counts at all. */
const openWindowWallet = (dapp: Dapp): Promise<void> =>
  dapp.page.evaluate(async (url) => {
    const wallet = document.createElement('iframe')
    wallet.id = 'window-wallet'
    wallet.src = url
    const { promise: isReady, resolve } = Promise.withResolvers<void>()
    const hear = ({ source, data }: MessageEvent) => {
      if (source === wallet.contentWindow && data?.type === '@w3m-frame/READY') resolve()
    }
    addEventListener('message', hear)
    document.body.append(wallet)
    await isReady
    removeEventListener('message', hear)
  }, `${dapp.stack.urls.wallet}/sdk?projectId=demo&version=4`)

/**
 * Sends a message to the wallet's document and then a request that takes a call to the service; returns the ids of all responses up to that
 * one's.
 */
const answersTo = (speaker: Page | Frame, messages: readonly unknown[]): Promise<unknown[]> =>
  speaker.evaluate(async (messages) => {
    const wallet = document.querySelector<HTMLIFrameElement>('#window-wallet')
    const answers: unknown[] = []
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const hear = ({ data }: MessageEvent) => {
      answers.push(data.id)
      if (data.id === 'last') end()
    }
    addEventListener('message', hear)
    const origin = new URL(wallet?.src ?? '').origin
    for (const message of [...messages, { id: 'last', type: '@w3m-app/IS_CONNECTED' }])
      wallet?.contentWindow?.postMessage(message, origin)
    await isOver
    removeEventListener('message', hear)
    return answers
  }, messages)

const walletOf = (dapp: Dapp): Frame => {
  const frame = dapp.page.frames().find((frame) => frame.url().includes('version=5'))
  if (frame === undefined) throw new Error('There is no wallet in the page')
  return frame
}

const signOut = { id: 'stranger', type: '@w3m-app/SIGN_OUT' }

test('a message outside the protocol gets no answer from the wallet, even from its own page', async ({
  dapp,
  email,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  await openWindowWallet(dapp)
  const warnings: string[] = []
  dapp.page.on('console', (message) => warnings.push(message.text()))
  const junk = [
    null,
    7,
    'SIGN_OUT',
    [],
    JSON.stringify(signOut),
    { type: '@w3m-app/SIGN_OUT' },
    { ...signOut, id: '' },
    { ...signOut, id: 1 },
    { ...signOut, id: 'x'.repeat(65) },
    { ...signOut, type: '@w3m-frame/SIGN_OUT' },
    { ...signOut, type: '@w3m-app/sign_out' },
    { ...signOut, type: '@w3m-app/constructor' },
    { ...signOut, type: '@w3m-app/__proto__' },
    { ...signOut, type: ['@w3m-app/SIGN_OUT'] },
  ]
  expect(await answersTo(dapp.page, junk)).toEqual(['last'])
  expect(warnings.filter((text) => text.includes("doesn't match the protocol"))).toHaveLength(1)
  await dapp.page.reload()
  await dapp.expectConnected()
})

test('another window of the same page cannot speak for it', async ({ dapp, email }) => {
  await dapp.open()
  await dapp.logIn(email)
  await openWindowWallet(dapp)
  await dapp.page.evaluate(() => document.body.append(document.createElement('iframe')))
  const stranger = dapp.page.frames().find((frame) => frame.url() === 'about:blank')
  await stranger?.evaluate((message) => {
    const wallet = parent.document.querySelector<HTMLIFrameElement>('#window-wallet')
    wallet?.contentWindow?.postMessage(message, new URL(wallet.src).origin)
  }, signOut)
  expect(await answersTo(dapp.page, [])).toEqual(['last'])
  await dapp.page.reload()
  await dapp.expectConnected()
})

test('a window of another site neither speaks to the wallet for the page nor to the page for the wallet', async ({
  dapp,
  email,
  stack,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  await openWindowWallet(dapp)
  const address = await dapp.address()
  // Listed for the project, but not the page that embeds this wallet.
  const elsewhere = stack.urls.demo.replace('127.0.0.1', 'other.localhost')
  const opening = dapp.page.waitForEvent('popup')
  await dapp.page.evaluate((url) => void open(url), elsewhere)
  const stranger = await opening
  await stranger.waitForLoadState()
  await listen(stranger)
  await stranger.evaluate((message) => {
    for (let index = 0; index < opener.frames.length; index++) opener.frames[index].postMessage(message, '*')
    const forged = { id: 'stranger', type: '@w3m-frame/GET_USER_SUCCESS', payload: { address: `0x${'1'.repeat(40)}` } }
    for (const reply of [forged, { type: '@w3m-frame/SESSION_UPDATE' }, { type: '@w3m-frame/READY' }])
      opener.postMessage(reply, '*')
  }, signOut)
  expect(await answersTo(dapp.page, [])).toEqual(['last'])
  expect(await stranger.evaluate(() => Reflect.get(globalThis, 'heard'))).toEqual([])
  expect(await dapp.address()).toBe(address)
  await dapp.page.reload()
  await dapp.expectConnected()
})

test('an unrequested answer changes nothing in the page', async ({ dapp, email, stack }) => {
  await dapp.open()
  await dapp.logIn(email)
  await openWindowWallet(dapp)
  const address = await dapp.address()
  const wallet = walletOf(dapp)
  await listen(dapp.page)
  await wallet.evaluate(
    ({ origin }) => {
      const user = { address: `0x${'1'.repeat(40)}`, chainId: 1, email: 'mallory@example.org' }
      for (const reply of [
        { id: 'unasked', type: '@w3m-frame/GET_USER_SUCCESS', payload: user },
        { id: 'unasked', type: '@w3m-frame/SWITCH_NETWORK_SUCCESS', payload: { chainId: 1 } },
        { id: 'unasked', type: '@w3m-frame/NOT_A_REQUEST_SUCCESS' },
        { type: '@w3m-frame/GET_USER_SUCCESS', payload: user },
        'READY',
      ])
        parent.postMessage(reply, origin)
    },
    { origin: new URL(stack.urls.demo).origin },
  )
  // They come from another process, which the page doesn't wait for.
  const heard = () => dapp.page.evaluate(() => Reflect.get(globalThis, 'heard').length)
  await expect.poll(heard).toBe(5)
  expect(await answersTo(dapp.page, [])).toEqual(['last'])
  expect(await heard()).toBe(6)
  expect(await dapp.address()).toBe(address)
  await dapp.page.locator('#window-wallet').evaluate((frame) => frame.remove())
  await dapp.press('Sign message')
  await dapp.approval.confirm()
  await expect(dapp.results).toContainText('Valid signature')
})

test('a request whose id was used is not taken for a new one', async ({ dapp, email }) => {
  await dapp.open()
  await dapp.logIn(email)
  await openWindowWallet(dapp)
  const ask = { id: 'again', type: '@w3m-app/GET_CHAIN_ID' }
  const answers = await answersTo(dapp.page, [ask, { ...ask, type: '@w3m-app/SIGN_OUT' }])
  expect(answers).toEqual(['again', 'last'])
  await dapp.page.reload()
  await dapp.expectConnected()
})
