/** The packed modal in projects outside the workspace, as dapp developers make them: installed with npm, built, served, and used. */
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loginByEmail } from '@latchkey/testing/playwright'
import type { Page } from '@playwright/test'
import { type Hex, isAddress, verifyMessage } from 'viem'
import { Approval } from '../pages/Approval.ts'
import { expect, message, test } from './fixtures.ts'
import { aloneProject, hotProject, rows, typesProject } from './rows.ts'
import { run } from './run.ts'

/** Collects a page's failures: exceptions, errors and warnings in the console, violations of its policy. */
const watch = (page: Page): string[] => {
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(String(error)))
  page.on('console', (entry) => {
    // The api challenges the device for a proof, and gets it with the second call.
    const isChallenge = entry.location().url.endsWith('/email/start') && entry.text().includes('401')
    if (['error', 'warning'].includes(entry.type()) && !isChallenge)
      wrong.push(`${entry.text()} ${entry.location().url}`)
  })
  return wrong
}

const account = (page: Page) => page.getByLabel('Account', { exact: true }).and(page.getByRole('status'))
const signature = (page: Page) => page.getByRole('status', { name: 'Signature' })

const signIn = async (page: Page, mailbox: string): Promise<string> => {
  await loginByEmail(page, `user-${crypto.randomUUID().slice(0, 8)}@example.org`, { mailbox })
  await expect(account(page)).toHaveText(/^0x/)
  return (await account(page).textContent()) ?? ''
}

for (const row of rows) {
  test(`${row.name}: signs in by email and signs a message`, { tag: row.isQuick ? '@quick' : '@extended' }, async ({
    page,
    stack,
    serve,
  }) => {
    const { url } = await serve(row)
    const wrong = watch(page)
    if (row.serverText !== undefined) expect(await (await fetch(url)).text()).toContain(row.serverText)

    await page.goto(url)
    const address = await signIn(page, stack.urls.inbox)
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await new Approval(page.frameLocator('iframe')).confirm()
    await expect(signature(page)).toHaveText(/^0x/)
    const signed = (await signature(page).textContent()) as Hex
    expect(isAddress(address) && (await verifyMessage({ address, message, signature: signed }))).toBe(true)

    await page.reload()
    await expect(account(page)).toHaveText(address)
    expect(wrong).toEqual([])
  })
}

test('the first view is complete after one to six files, and its field takes input', { tag: '@quick' }, async ({
  page,
  serve,
}) => {
  const [row] = rows.filter(({ isQuick }) => isQuick)
  if (row === undefined) throw new Error('No row is quick')
  const { url } = await serve(row)
  await page.goto(url, { waitUntil: 'networkidle' })
  const requested = await page.evaluate(async () => {
    const startedMs = performance.now()
    const root = () => document.querySelector('latchkey-modal')?.shadowRoot
    const isComplete = () =>
      [...(root()?.querySelectorAll('button') ?? [])].some(({ textContent }) => textContent?.startsWith('All wallets'))
    for (const button of document.querySelectorAll('button')) if (button.textContent === 'Sign in') button.click()
    // Checked once per frame: a late check can only count more. The entry draws the field before any file arrives.
    while (!isComplete() || !(root()?.activeElement instanceof HTMLInputElement)) {
      if (performance.now() - startedMs > 20_000)
        throw new Error(
          `After 20 s ${isComplete() ? 'the field of the first view has no focus' : 'the first view has no "All wallets"'}`,
        )
      await new Promise(requestAnimationFrame)
    }
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.startsWith(location.origin) && startTime >= startedMs)
      .map(({ name }) => name)
  })
  expect(requested.length).toBeGreaterThan(0)
  expect(requested.length, requested.join('\n')).toBeLessThanOrEqual(6)
})

test('an edit of the module that makes the modal leaves one element and one frame, and the sign-in', {
  tag: '@extended',
}, async ({ page, stack, serve }) => {
  const { url, folder } = await serve(hotProject)
  await page.goto(url)
  const address = await signIn(page, stack.urls.inbox)
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))

  const path = join(folder, 'src/latchkey.ts')
  const isUpdated = page.waitForEvent('console', (entry) => entry.text().includes('hot updated'))
  writeFileSync(path, readFileSync(path, 'utf8').replace("name: 'outside'", "name: 'edited'"))
  // A click before that opens the modal that is about to be removed.
  await isUpdated
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible()
  await expect(account(page)).toHaveText(address)
  await expect(page.locator('latchkey-modal')).toHaveCount(1)
  await expect(page.locator('iframe')).toHaveCount(1)
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
})

test('types hold under both resolutions, and every entry imports on a server', { tag: '@extended' }, async ({
  make,
}) => {
  const folder = await make(typesProject)
  const { exports } = JSON.parse(readFileSync(join(folder, 'node_modules/@latchkey/modal/package.json'), 'utf8'))
  const entries = Object.keys(exports).filter((entry) => entry !== './package.json')
  expect(entries).toHaveLength(5)
  for (const entry of entries) {
    const script = `await import('${join('@latchkey/modal', entry)}')`
    expect(await run('node', ['--input-type=module', '--eval', script], folder)).toBe('')
  }
})

test('installed by itself it is at most 5 packages and 12 MB, and its documents have no broken links', {
  tag: '@extended',
}, async ({ make }) => {
  const folder = await make(aloneProject)
  const modal = join(folder, 'node_modules/@latchkey/modal')
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  expect(Object.keys(packages).filter((path) => path !== '').length).toBeLessThanOrEqual(5)
  const files = globSync('node_modules/**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  expect(bytes).toBeLessThanOrEqual(12_000_000)

  const readsProcess = globSync('dist/**/*.js', { cwd: modal }).filter((path) =>
    readFileSync(join(modal, path), 'utf8').includes('process.env'),
  )
  expect(readsProcess).toEqual([])
  expect(readFileSync(join(modal, 'dist/react.js'), 'utf8')).toMatch(/^["']use client["']/)

  const dead = globSync('*.md', { cwd: modal }).flatMap((document) =>
    [...readFileSync(join(modal, document), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, target = '']) => join(modal, dirname(document), target))
      .filter((target) => !globSync(target).length),
  )
  expect(dead).toEqual([])
})
