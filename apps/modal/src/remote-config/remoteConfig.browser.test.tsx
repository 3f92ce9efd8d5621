import type { ProjectConfig } from '@latchkey/api-client'
import { expect, inject, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { createModal } from '../createModal.ts'
import { testSettings } from '../modal.fixture.ts'

const frameUrl = inject('frameUrl')
const withoutEmail: ProjectConfig = { features: [{ id: 'social_login', isEnabled: true, config: ['x'] }] }

/** An api that returns the project's configuration when `answer` is called; `asked` counts the requests. */
const serveConfig = () => {
  const { fetch } = globalThis
  const { promise, resolve } = Promise.withResolvers<Response>()
  let asked = 0
  globalThis.fetch = (input, init) => {
    if (!(input instanceof Request ? input.url : String(input)).includes('/appkit/v1/config')) return fetch(input, init)
    asked++
    return promise
  }
  onTestFinished(() => {
    globalThis.fetch = fetch
  })
  return { asked: () => asked, answer: () => resolve(Response.json(withoutEmail)) }
}

const visit = () => {
  const projectId = `config-${crypto.randomUUID()}`
  const options = {
    ...testSettings,
    projectId,
    frameUrl,
    apiUrl: frameUrl,
    features: { socials: ['google', 'x'] },
  } as const
  const modal = createModal(options)
  onTestFinished(() => modal.destroy())
  return { modal, stored: () => localStorage.getItem(`latchkey:${projectId}:project-config`) }
}

test('the first view waits for no configuration; a late one applies at the next opening', async () => {
  const config = serveConfig()
  const { modal, stored } = visit()
  modal.getState()
  expect(config.asked()).toBe(0)
  await modal.open()
  const email = page.getByRole('textbox', { name: 'Email address' })
  await email.fill('ada@example.com')
  await expect.poll(config.asked).toBe(1)
  config.answer()
  await expect.poll(stored).not.toBeNull()
  await expect.element(email).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect.element(email).toHaveAccessibleDescription(/This isn’t enabled for this site/)
  modal.close()
  await expect.element(email).not.toBeInTheDocument()
  await modal.open()
  await expect.element(page.getByRole('button', { name: /X/ }).first()).toBeVisible()
  expect(email.query()).toBeNull()
  expect(config.asked()).toBe(1)
})

test('a page that the project doesn’t list reads that, and nothing of an api that is away', async () => {
  const { fetch } = globalThis
  onTestFinished(() => {
    globalThis.fetch = fetch
  })
  let failures = 0
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (url.includes('/projects/v1/origins')) return Response.json({ allowedOrigins: ['https://other.example'] })
    if (!url.includes('/appkit/v1/config')) return fetch(input, init)
    failures++
    // The browser's error for a response that isn't for this origin.
    throw new TypeError('Failed to fetch')
  }
  const { modal } = visit()
  const seen: string[] = []
  modal.subscribeEvents((event) => seen.push(JSON.stringify(event)))
  await modal.open()
  await expect.poll(() => seen.join()).toContain('APKT002')
  await expect.poll(() => failures, { timeout: 10_000 }).toBe(4)
  await expect.element(page.getByText(/APKT002/).first()).toBeVisible()
  expect(seen.join()).not.toContain('APKT009')
})
