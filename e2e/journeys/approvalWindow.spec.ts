import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Approval } from '../pages/Approval.ts'
import { Dapp } from '../pages/Dapp.ts'

/** Requests that are confirmed in the wallet's own window: because the project requires it, or something covers the frame. */

/** Every approval of the demo: its button, text of its screen, and its outcome. */
const approvals = [
  ['Sign message', 'Hello from the Latchkey demo', 'Valid signature'],
  ['Sign typed data', 'Door key', 'Valid signature'],
  ['Send 0.1 ETH', '0.1 ETH', 'Confirmed in block'],
] as const

/** Signs in to the demo under a project whose approvals always use the window. */
const enterPopupProject = async (dapp: Dapp, email: string): Promise<void> => {
  // In the page and not on the network: Chromium lets only real network responses reach other local servers.
  await dapp.page.context().addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const meta = document.querySelector<HTMLMetaElement>('meta[name="latchkey-demo"]')
      if (meta !== null) meta.content = meta.content.replace('"projectId":"demo"', '"projectId":"demo-popup"')
    })
  })
  await dapp.open()
  await dapp.logIn(email)
}

const cardButton = (dapp: Dapp, name: string) => dapp.approval.frame.getByRole('button', { name, exact: true })

/** Presses a button of the frame that opens the window. */
const openWindow = async (dapp: Dapp, name: string): Promise<Page> => {
  // Chromium drops clicks on a moving frame, and the test would wait for a window that never opens.
  await expect.poll(() => dapp.modal.dialog.evaluate((dialog) => dialog.getAnimations().length)).toBe(0)
  const opened = dapp.page.context().waitForEvent('page')
  await cardButton(dapp, name).click()
  return await opened
}

/** The wallet's document in the dapp page. */
const frameOf = (dapp: Dapp) => {
  const frame = dapp.page.frames().find((each) => each.url().startsWith(`${dapp.stack.urls.wallet}/sdk`))
  if (frame === undefined) throw new Error('There is no wallet frame')
  return frame
}

test('a project may have every request confirmed in a window, one after the other', async ({ dapp, email }) => {
  await enterPopupProject(dapp, email)
  await dapp.press('Get local ETH')
  await expect(dapp.results).toContainText('The faucet sent some ETH')
  for (const [button, words, outcome] of approvals) {
    const before = await dapp.results.getByText(outcome).count()
    await dapp.press(button)
    await expect(dapp.approval.card).toContainText('Continue in a window')
    await expect(dapp.approval.card).not.toContainText(words)
    const window = await openWindow(dapp, 'Open window')
    expect(new URL(window.url()).hash).toMatch(/^(?:#[0-9a-f-]{36})?$/)
    const approval = new Approval(window)
    await expect(approval.card).toContainText(words)
    await expect(approval.card).toContainText(new URL(dapp.stack.urls.demo).host)
    await expect(dapp.approval.card).toContainText('Continue in the other window')
    const closed = window.waitForEvent('close')
    await approval.confirm()
    await closed
    await expect(dapp.results.getByText(outcome)).toHaveCount(before + 1)
    await expect(dapp.modal.dialog).toBeHidden()
  }
})

test('rejecting in the window or in the frame rejects, and the window is gone', async ({ dapp, email }) => {
  await enterPopupProject(dapp, email)
  await dapp.press('Sign message')
  const first = await openWindow(dapp, 'Open window')
  const closed = first.waitForEvent('close')
  await new Approval(first).reject()
  await closed
  await expect(dapp.results.getByText('rejected')).toHaveCount(1)
  await expect(dapp.modal.dialog).toBeHidden()

  await dapp.press('Sign message')
  const second = await openWindow(dapp, 'Open window')
  await expect(new Approval(second).card).toContainText('Hello from the Latchkey demo')
  const gone = second.waitForEvent('close')
  await dapp.approval.reject()
  await gone
  await expect(dapp.results.getByText('rejected')).toHaveCount(2)
})

test('closing the window decides nothing: it may be opened again, and then signs', async ({ dapp, email }) => {
  await enterPopupProject(dapp, email)
  await dapp.press('Sign message')
  const first = await openWindow(dapp, 'Open window')
  await expect(new Approval(first).card).toContainText('Hello from the Latchkey demo')
  await first.close()
  await expect(dapp.approval.card).toContainText('The window was closed')
  const second = await openWindow(dapp, 'Open again')
  await new Approval(second).confirm()
  await expect(dapp.results).toContainText('Valid signature')
})

test('a window that the browser blocks is said, and tried again', async ({ dapp, email }) => {
  await enterPopupProject(dapp, email)
  await dapp.press('Sign message')
  await expect(cardButton(dapp, 'Open window')).toBeVisible()
  const frame = frameOf(dapp)
  await frame.evaluate(() => {
    const { open } = window
    window.open = () => {
      window.open = open
      return null
    }
  })
  await cardButton(dapp, 'Open window').click()
  await expect(dapp.approval.card).toContainText('Your browser blocked the window')
  await new Approval(await openWindow(dapp, 'Try again')).confirm()
  await expect(dapp.results).toContainText('Valid signature')
})

test('a dapp that drops its request or leaves, and a user who signs out, close the window', async ({
  dapp,
  email,
  context,
  stack,
}) => {
  await enterPopupProject(dapp, email)
  const opened = async (): Promise<{ closed: Promise<unknown> }> => {
    await dapp.press('Sign message')
    const window = await openWindow(dapp, 'Open window')
    await expect(new Approval(window).card).toContainText('Hello from the Latchkey demo')
    return { closed: window.waitForEvent('close') }
  }
  const aborted = await opened()
  await dapp.modal.close()
  await aborted.closed
  await expect(dapp.results).toContainText('aborted')

  const removed = await opened()
  await dapp.page.evaluate(() => document.querySelector('iframe')?.remove())
  await removed.closed
  await dapp.page.reload()
  await dapp.expectConnected()

  const left = await opened()
  await dapp.page.goto('about:blank')
  await left.closed

  await dapp.open()
  await dapp.expectConnected()
  const signedOut = await opened()
  const elsewhere = new Dapp(await context.newPage(), stack)
  await elsewhere.open()
  await elsewhere.expectConnected()
  await elsewhere.openModal()
  await elsewhere.modal.disconnect()
  await signedOut.closed
})

test('the window is nothing for those who open it themselves, or load it again', async ({ dapp, email, stack }) => {
  await enterPopupProject(dapp, email)
  const url = `${stack.urls.wallet}/approve?projectId=demo-popup#${crypto.randomUUID()}`
  const opened = dapp.page.context().waitForEvent('page')
  await dapp.page.evaluate((to) => void globalThis.open(to), url)
  await expect((await opened).getByRole('heading')).toHaveText('Nothing to confirm here')

  await dapp.press('Sign message')
  const window = await openWindow(dapp, 'Open window')
  await expect(new Approval(window).card).toContainText('Hello from the Latchkey demo')
  await window.reload()
  await expect(window.getByRole('heading')).toHaveText('Nothing to confirm here')
  await window.close()
  await new Approval(await openWindow(dapp, 'Open again')).confirm()
  await expect(dapp.results).toContainText('Valid signature')
})

test('a frame that the page covers stays disarmed and offers the window', async ({ dapp, email }) => {
  await dapp.open()
  await dapp.logIn(email)
  await dapp.press('Sign message')
  await dapp.approval.ready()
  // Over the message, not over the buttons: the data to be signed is hidden, but a button can be pressed.
  await dapp.page.evaluate(() => {
    const frame = document.querySelector('iframe')?.getBoundingClientRect()
    const cover = document.createElement('div')
    cover.popover = 'manual'
    cover.textContent = 'A harmless message'
    document.body.append(cover)
    const place = {
      position: 'fixed',
      margin: '0',
      inset: 'auto',
      left: `${frame?.left}px`,
      top: `${(frame?.top ?? 0) + 90}px`,
    }
    Object.assign(cover.style, place, { width: `${frame?.width}px`, height: '150px', background: 'white' })
    cover.showPopover()
  })
  await expect(dapp.approval.confirmButton).toBeDisabled()
  await expect(dapp.approval.card).toContainText('This site is covering your wallet')
  const goOn = cardButton(dapp, 'Continue in a window')
  await expect(goOn).toBeVisible()
  await expect(dapp.approval.confirmButton).toBeDisabled()
  const approval = new Approval(await openWindow(dapp, 'Continue in a window'))
  await expect(approval.card).toContainText('Hello from the Latchkey demo')
  await expect(dapp.approval.card).toContainText('Continue in the other window')
  await approval.confirm()
  await expect(dapp.results).toContainText('Valid signature')
})
