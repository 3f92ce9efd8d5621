import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Dapp } from '../pages/Dapp.ts'

/** Every approval of the demo: its button, and text of its screen. */
const approvals = [
  ['Sign message', 'Hello from the Latchkey demo'],
  ['Sign typed data', 'Door key'],
  ['Send 0.1 ETH', '0.1 ETH'],
] as const

/** Returns axe's findings in the modal and its frames. The page behind them is inert, and not theirs. */
const findings = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).exclude('#root').analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, target }) => `${id}: ${target.join(' ')} ${html}`))
}

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('Nothing to be seen')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

/** Walks through every view of a sign-in and an account, and calls `look` at each once it is still. */
async function walk(dapp: Dapp, email: string, look: (view: string) => Promise<void>): Promise<void> {
  const { modal, stack } = dapp
  await dapp.openModal()
  await modal.submitEmail('ada@')
  await expect(modal.dialog).toContainText('Enter a valid email address')
  await look('Connect')
  await modal.submitEmail(email)
  await modal.enterCode('12345')
  await look('EmailLogin')
  await modal.enterCode(await stack.mailbox.latestCode(email))
  await dapp.expectConnected()
  await dapp.openModal()
  await expect(modal.dialog).toContainText('0 ETH')
  await look('Account')
  await modal.dialog.getByRole('button', { name: 'Network' }).click()
  await expect(modal.dialog).toContainText('Local chain B')
  await look('Networks')
  await modal.close()
  await dapp.press('Get local ETH')
  await expect(dapp.results).toContainText('The faucet sent some ETH')
  for (const [button, words] of approvals) {
    await dapp.press(button)
    await expect(dapp.approval.card).toContainText(words)
    await dapp.approval.ready()
    await look(button)
    await dapp.approval.reject()
    await expect(modal.dialog).toBeHidden()
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every view and every approval is accessible in the ${colorScheme} theme`, async ({ browser, stack, email }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    const dapp = new Dapp(await context.newPage(), stack)
    await dapp.open()
    const found: Record<string, string[]> = {}
    await walk(dapp, email, async (view) => {
      found[view] = await findings(dapp.page)
    })
    expect(Object.entries(found).filter(([, violations]) => violations.length > 0)).toEqual([])
    expect(Object.keys(found)).toHaveLength(7)
    await context.close()
  })
}

test('on a phone the modal is a sheet at the bottom, and nothing is cut off', async ({ browser, stack, email }) => {
  const viewport = { width: 370, height: 740 }
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true, reducedMotion: 'reduce' })
  const dapp = new Dapp(await context.newPage(), stack)
  await dapp.open()
  await walk(dapp, email, async (view) => {
    const sheet = await boxOf(dapp.modal.dialog)
    expect([sheet.x, sheet.right, sheet.bottom], view).toEqual([0, viewport.width, viewport.height])
    expect(sheet.y, view).toBeGreaterThan(0)
    const widths = await Promise.all(
      dapp.page.frames().map((frame) => frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)),
    )
    expect(Math.max(...widths), view).toBeLessThanOrEqual(0)
    if (!approvals.some(([button]) => button === view)) return
    const confirm = await boxOf(dapp.approval.confirmButton)
    expect(confirm.right, view).toBeLessThanOrEqual(viewport.width)
    expect(confirm.bottom, view).toBeLessThanOrEqual(viewport.height)
    expect(confirm.height, view).toBeGreaterThanOrEqual(44)
  })
  await context.close()
})

test('in a page that reads from right to left the modal does too, and what reads from left to right stays', async ({
  page,
  stack,
  email,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const dapp = new Dapp(page, stack)
  await dapp.open()
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await dapp.openModal()
  const directionOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).direction)
  expect(await directionOf(dapp.modal.dialog)).toBe('rtl')
  const [dialog, close] = [
    await boxOf(dapp.modal.dialog),
    await boxOf(dapp.modal.dialog.getByRole('button', { name: 'Close' })),
  ]
  expect(close.right).toBeLessThan(dialog.x + dialog.width / 2)
  expect(await directionOf(dapp.modal.dialog.getByLabel('Email address'))).toBe('ltr')
  await dapp.modal.submitEmail(email)
  await expect(dapp.modal.codeField).toBeVisible()
  expect(await directionOf(dapp.modal.codeField)).toBe('ltr')
  await dapp.modal.enterCode(await stack.mailbox.latestCode(email))
  await dapp.expectConnected()
  await dapp.openModal()
  expect(await directionOf(dapp.modal.dialog.locator('[title^="0x"]').first())).toBe('ltr')
  expect(await findings(page)).toEqual([])
})

test('a login and a signature need no pointer, Escape leaves, and the focus comes back to where it was', async ({
  dapp,
  email,
  stack,
}) => {
  const { page, modal } = dapp
  await dapp.open()
  const opener = page.getByRole('banner').getByRole('button')
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  await expect(modal.dialog.getByLabel('Email address')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(modal.dialog.getByLabel('Email address')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(modal.codeField).toBeFocused()
  await page.keyboard.type(await stack.mailbox.latestCode(email))
  await dapp.expectConnected()
  await expect(opener).toBeFocused()

  const sign = page.getByRole('button', { name: 'Sign message' })
  await tabTo(page, sign)
  await page.keyboard.press('Enter')
  await expect(dapp.approval.frame.getByRole('heading', { name: 'Sign a message' })).toBeFocused()
  await tabTo(page, dapp.approval.confirmButton)
  // Not before: moving the focus may scroll the card, which restarts arming.
  await dapp.approval.ready()
  await page.keyboard.press('Enter')
  await expect(dapp.results).toContainText('Valid signature')
  await expect(modal.dialog).toBeHidden()
})

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
  }
  await expect(target).toBeFocused()
}

test('no policy is broken on the way', async ({ browser, stack, email }) => {
  const context = await browser.newContext()
  const violations: string[] = []
  await context.exposeBinding('noteViolation', (_, text: string) => void violations.push(text))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { noteViolation } = globalThis as unknown as { noteViolation(text: string): void }
      noteViolation(`${location.origin} ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  context.on('console', (message) => {
    if (/content.security.policy|trusted.?(types|html|script)|violat|refused to/i.test(message.text()))
      violations.push(message.text())
  })
  context.on('weberror', (error) => void violations.push(String(error.error())))
  const dapp = new Dapp(await context.newPage(), stack)
  const { page } = dapp

  await dapp.open()
  await dapp.logIn(email)
  await dapp.press('Get local ETH')
  await expect(dapp.results).toContainText('The faucet sent some ETH')
  for (const [button, words] of approvals) {
    await dapp.press(button)
    await expect(dapp.approval.card).toContainText(words)
    await dapp.approval.confirm()
    await expect(dapp.modal.dialog).toBeHidden()
  }
  await expect(dapp.results).toContainText('Confirmed in block')
  await dapp.press('Switch to Local chain B')
  await expect(dapp.results).toContainText('On Local chain B')
  await page.reload()
  await dapp.expectConnected()
  await dapp.openModal()
  await dapp.modal.disconnect()
  await dapp.expectDisconnected()
  expect(violations).toEqual([])

  // The listener works, in a document with the strictest policy too.
  const wallet = page.frames().find((frame) => frame.url().startsWith(stack.urls.wallet))
  await wallet?.evaluate(() => {
    document.body.append(Object.assign(document.createElement('img'), { src: 'https://example.org/a.png' }))
  })
  await expect.poll(() => violations.join('\n')).toContain(`${stack.urls.wallet} img-src https://example.org/a.png`)
  await context.close()
})
