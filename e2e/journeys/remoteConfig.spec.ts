import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stack } from '@latchkey/local'
import { expect, test } from '../fixtures.ts'

const configPath = '/appkit/v1/config'

/** Turns sign-in by email off for all pages of the project, as an operator does: in `projects.json`, without a restart. */
const turnEmailOff = async ({ urls, dataFolder }: Stack) => {
  const path = join(dataFolder, 'projects.json')
  const before = readFileSync(path, 'utf8')
  const isServed = async (text: string, isOff: boolean): Promise<void> => {
    writeFileSync(path, text)
    const url = `${urls.api}${configPath}?projectId=demo&st=latchkey&sv=e2e`
    const served = async () => (await fetch(url, { headers: { origin: new URL(urls.demo).origin } })).text()
    await expect.poll(async () => (await served()).includes('social_login')).toBe(isOff)
  }
  const features = [{ id: 'social_login', isEnabled: true, config: ['google'] }]
  const projects = JSON.parse(before) as { id: string }[]
  await isServed(JSON.stringify(projects.map((each) => (each.id === 'demo' ? { ...each, features } : each))), true)
  return { [Symbol.asyncDispose]: () => isServed(before, false) }
}

test('what a project turns off: not before the modal opens, in words while it shows, gone at the next opening, and after a reload', async ({
  dapp,
  email,
  stack,
}) => {
  await using _off = await turnEmailOff(stack)
  const { page, modal } = dapp
  const field = modal.dialog.getByLabel('Email address')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(configPath)) asked.push(request.url())
  })
  await dapp.open()
  await dapp.expectDisconnected()
  expect(asked).toEqual([])

  // The first view doesn't wait for the answer, which applies when the modal opens again.
  const answer = page.waitForResponse((response) => response.url().includes(configPath))
  await dapp.openModal()
  await expect(field).toBeVisible()
  await (await answer).finished()
  await modal.submitEmail(email)
  await expect(modal.dialog).toContainText('isn’t enabled for this site')
  expect(await stack.mailbox.messages(email)).toEqual([])
  await modal.close()

  await dapp.openModal()
  await expect(modal.dialog.getByRole('button', { name: /^Continue with Google/ })).toBeVisible()
  await expect(field).toBeHidden()
  await modal.close()

  // The last answer stays good when the api can't be asked.
  await page.route(`**${configPath}*`, (route) => route.abort())
  await page.reload()
  await dapp.openModal()
  await expect(modal.dialog.getByRole('button', { name: /^Continue with Google/ })).toBeVisible()
  await expect(field).toBeHidden()
})
