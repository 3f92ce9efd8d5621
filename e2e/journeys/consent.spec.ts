import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Stack } from '@latchkey/local'
import { expect, test } from '../fixtures.ts'
import { Dapp } from '../pages/Dapp.ts'

/**
 * Two origins of one site share the wallet's storage, and with it a session; only the user can share it with both. A site has no port, so
 * the demo on a second port is another origin of its site.
 */
const serveSecondOrigin = async ({ urls, ports, dataFolder }: Stack) => {
  const port = ports.demo + 30
  const server = createServer(async ({ url }, response) => {
    const { status, headers, body } = await fetch(new URL(url ?? '/', urls.demo))
    const type = headers.get('content-type') ?? 'text/plain'
    response.writeHead(status, { 'content-type': type }).end(Buffer.from(await new Response(body).arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const path = join(dataFolder, 'projects.json')
  const projects: { id: string; origins: string[] }[] = JSON.parse(readFileSync(path, 'utf8'))
  const origin = `http://127.0.0.1:${port}`
  const listed = projects.map((each) => (each.id === 'demo' ? { ...each, origins: [...each.origins, origin] } : each))
  writeFileSync(path, JSON.stringify(listed))
  await expect
    .poll(async () => (await fetch(`${urls.api}/projects/v1/origins?projectId=demo`)).text())
    .toContain(origin)
  // The wallet's own server caches for some seconds which origins may embed it.
  await expect
    .poll(async () => (await fetch(`${urls.wallet}/sdk?projectId=demo`)).headers.get('content-security-policy'))
    .toContain(origin)
  return { origin, [Symbol.asyncDispose]: async () => void server.close() }
}

test('a sign-in on one origin counts on another only after the user has agreed there, and no page can detect it before', async ({
  dapp,
  email,
  stack,
  context,
}) => {
  await using second = await serveSecondOrigin(stack)
  await dapp.open()
  await dapp.logIn(email)
  const address = await dapp.address()
  const mails = (await stack.mailbox.messages(email)).length

  const other = new Dapp(await context.newPage(), stack)
  await other.open(second.origin)
  await other.expectDisconnected()
  await other.openModal()
  await other.modal.submitEmail(email)
  await expect(other.modal.login).toContainText(`Connect to ${new URL(second.origin).host}?`)
  await expect(other.modal.login).toContainText(email)
  await other.modal.wallet.getByRole('button', { name: 'Cancel' }).click()
  await expect(other.modal.dialog.getByLabel('Email address')).toHaveValue(email)

  await other.modal.submitEmail(email)
  const connect = other.modal.wallet.getByRole('button', { name: 'Connect' })
  await expect(connect).toBeEnabled()
  await connect.click()
  await other.expectConnected()
  expect(await other.address()).toBe(address)
  expect(await stack.mailbox.messages(email)).toHaveLength(mails)
  await other.page.reload()
  await other.expectConnected()
})

test('Escape in the wallet closes the modal, and the code that was mailed stays good', async ({
  dapp,
  email,
  stack,
}) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  const code = await stack.mailbox.latestCode(email)
  await expect(dapp.modal.codeField).toBeFocused()
  await dapp.page.keyboard.press('Escape')
  await expect(dapp.modal.dialog).toBeHidden()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  await dapp.modal.enterCode(code)
  await dapp.expectConnected()
})

test('Tab goes through the wallet and on to the modal’s own buttons, round and back', async ({ dapp, email }) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  await expect(dapp.modal.codeField).toBeFocused()
  await dapp.page.keyboard.press('Tab')
  await expect(dapp.modal.wallet.getByRole('button', { name: 'Use another email' })).toBeFocused()
  await dapp.page.keyboard.press('Tab')
  await expect(dapp.modal.dialog.getByRole('button', { name: 'Back' })).toBeFocused()
  // The browser sends keys to the frame until the frame's process has received the blur.
  await expect.poll(() => dapp.modal.wallet.locator('body').evaluate(() => document.hasFocus())).toBe(false)
  await dapp.page.keyboard.press('Tab')
  await expect(dapp.modal.dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await dapp.page.keyboard.press('Shift+Tab')
  await dapp.page.keyboard.press('Enter')
  await expect(dapp.modal.dialog.getByLabel('Email address')).toHaveValue(email)
})
