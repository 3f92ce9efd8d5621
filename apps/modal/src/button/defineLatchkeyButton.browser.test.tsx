import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createModal } from '../createModal.ts'
import { disconnectedAccount } from '../hub.ts'
import type { Modal } from '../Modal.ts'
import { testSettings } from '../modal.fixture.ts'
import { defineLatchkeyButton } from './defineLatchkeyButton.ts'
import { readModalOptions } from './readModalOptions.ts'

afterEach(() => document.body.replaceChildren())

/** A modal whose account the test sets. */
const scripted = () => {
  const modal = createModal(testSettings)
  let account = disconnectedAccount('eip155')
  const listeners = new Set<(now: typeof account) => void>()
  const open = vi.fn(async () => undefined)
  const preload = vi.fn()
  const connect = (address: string): void => {
    account = { ...account, status: 'connected', address } as typeof account
    for (const listener of listeners) listener(account)
  }
  const subscribeAccount = (listener: (now: typeof account) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const scriptedModal = { ...modal, open, preload, getAccount: () => account, subscribeAccount } as Modal
  return { modal: scriptedModal, open, preload, connect, listeners }
}

test('the button opens its modal, and shows the account once one is connected', async () => {
  defineLatchkeyButton()
  const { modal, open, connect } = scripted()
  const button = document.createElement('latchkey-button')
  button.modal = modal
  document.body.append(button)
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(open).toHaveBeenCalledOnce()
  connect('0x1234567890123456789012345678901234567890')
  await expect.element(page.getByRole('button', { name: '0x1234…7890' })).toBeVisible()
})

test('the first view is loaded while the pointer or the focus is on the button', async () => {
  defineLatchkeyButton()
  const { modal, open, preload } = scripted()
  const button = document.createElement('latchkey-button')
  button.modal = modal
  document.body.append(button)
  expect(preload).not.toHaveBeenCalled()
  button.focus()
  expect(preload).toHaveBeenCalled()
  await page.getByRole('button', { name: 'Sign in' }).hover()
  await expect.poll(() => preload.mock.calls.length).toBeGreaterThan(1)
  expect(open).not.toHaveBeenCalled()
})

test('a modal that was set before the element was defined is used', async () => {
  const { modal } = scripted()
  const early = Object.assign(document.createElement('early-button'), { modal })
  document.body.append(early)
  defineLatchkeyButton('early-button')
  expect(early.modal).toBe(modal)
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('a button follows its modal only while it is in the page, and a move keeps the modal', async () => {
  defineLatchkeyButton()
  const { modal, listeners } = scripted()
  const button = document.createElement('latchkey-button')
  button.modal = modal
  document.body.append(button)
  const place = document.createElement('p')
  document.body.append(place)
  place.append(button)
  expect(listeners.size).toBe(1)
  button.remove()
  await Promise.resolve()
  expect(listeners.size).toBe(0)
  expect(button.modal).toBe(modal)
})

test('a button without a modal makes one from its attributes, and takes it away when it leaves the page', async () => {
  defineLatchkeyButton()
  const button = document.createElement('latchkey-button')
  for (const [name, value] of [
    ['project-id', testSettings.projectId],
    ['frame-url', testSettings.frameUrl],
    ['api-url', testSettings.apiUrl],
    ['networks', 'eip155:31337'],
    ['app-name', 'Attributes'],
  ] as const)
    button.setAttribute(name, value)
  document.body.append(button)
  const made = button.modal
  expect(made?.getNetwork().caipNetworkId).toBe('eip155:31337')
  const place = document.createElement('p')
  document.body.append(place)
  place.append(button)
  await Promise.resolve()
  expect(button.modal).toBe(made)
  button.remove()
  await Promise.resolve()
  expect(button.modal).toBeNull()
  await expect(made?.open()).rejects.toMatchObject({ code: 4900 })
})

test('attributes become options', () => {
  const element = document.createElement('p')
  for (const [name, value] of [
    ['project-id', 'demo'],
    ['frame-url', 'https://wallet.example.com'],
    ['api-url', 'https://api.example.com'],
    ['networks', 'eip155:1, eip155:8453\n solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['socials', 'google github'],
    ['relay-url', 'wss://relay.example.com'],
    ['theme-mode', 'light'],
    ['logo', '/logo.svg'],
    ['app-name', 'Attributes'],
  ] as const)
    element.setAttribute(name, value)
  expect(readModalOptions(element)).toEqual({
    projectId: 'demo',
    frameUrl: 'https://wallet.example.com',
    apiUrl: 'https://api.example.com',
    networks: ['eip155:1', 'eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    features: { socials: ['google', 'github'] },
    walletConnect: { relayUrl: 'wss://relay.example.com' },
    themeMode: 'light',
    logo: '/logo.svg',
    metadata: { name: 'Attributes' },
  })
})
