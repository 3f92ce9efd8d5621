import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createTestModal, settle } from '../modal.fixture.ts'
import { mountViews } from '../views/mountViews.tsx'
import { openAtom } from './modal.ts'

test('offline comes before the project’s notice, which is there again once the page is back', async () => {
  const notice = { variant: 'info', text: 'Sign-in is down tonight.' } as const
  const { store } = createTestModal({ services: { loadProjectConfig: async () => ({ features: null, notice }) } })
  const place = document.createElement('div')
  place.attachShadow({ mode: 'open' })
  document.body.append(place)
  const onLine = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine')
  const setOnline = (isOnline: boolean) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline })
    dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  }
  const unmount = mountViews(place, store, { isInSight: true })
  try {
    store.set(openAtom)
    await settle()
    await expect.element(page.getByText(notice.text)).toBeVisible()
    setOnline(false)
    await expect.element(page.getByText('You’re offline. We’ll continue when you reconnect.')).toBeVisible()
    expect(page.getByText(notice.text).query()).toBeNull()
    setOnline(true)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(page.getByText(notice.text)).not.toBeInTheDocument()
  } finally {
    if (onLine !== undefined) Object.defineProperty(navigator, 'onLine', { ...onLine, get: () => true })
    unmount()
    place.remove()
  }
})
