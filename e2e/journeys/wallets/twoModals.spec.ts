import type { Page } from '@playwright/test'
import { expect, test } from '../../fixtures.ts'
import { Modal } from '../../pages/Modal.ts'
import { evmWallet } from './wallets.ts'

/** Two modals of one project on one page, each made by a component in StrictMode: created, destroyed, and created again. */

/** One of the two, by its name on the page. */
const panelOf = (page: Page, name: 'First' | 'Second') => {
  const panel = page.getByRole('region', { name, exact: true })
  return {
    open: () => panel.getByRole('button').click(),
    connections: panel.getByRole('list', { name: 'Connections' }).getByRole('listitem'),
    title: panel.getByRole('heading', { level: 2 }).first(),
  }
}

test('each has its own state, a reload restores the connections of both, and a connection that ends in one ends in both', async ({
  page,
  stack,
  install,
}) => {
  const wallet = await install(evmWallet(stack))
  await install(evmWallet(stack, { name: 'Bear', rdns: 'org.example.bear' }))
  const [address = ''] = wallet.addresses
  const failures: string[] = []
  page.on('pageerror', ({ message }) => failures.push(message))
  const modal = new Modal(page)
  const first = panelOf(page, 'First')
  const second = panelOf(page, 'Second')
  await page.goto(`${stack.urls.demo}/two`)

  await first.open()
  await modal.connectWallet('Fox')
  await expect(first.title).toHaveText(address)
  await expect(modal.dialog).toBeHidden()
  // The second reads the storage on first use, and finds the first one's connection.
  await second.open()
  await modal.openWallets()
  await modal.connectAnother('Bear')
  await expect(second.connections).toHaveText([/^Bear/, /^Fox/])
  await expect(first.connections).toHaveText([/^Fox/])

  await page.reload()
  await expect(first.connections).toHaveText([/^Bear/, /^Fox/])
  await expect(second.connections).toHaveText([/^Bear/, /^Fox/])
  await first.open()
  await modal.openWallets()
  await modal.disconnectAll()
  await expect(first.title).toHaveText('disconnected')
  await expect(second.title).toHaveText('disconnected')
  await page.reload()
  await expect(first.title).toHaveText('disconnected')
  await expect(second.title).toHaveText('disconnected')
  expect(failures).toEqual([])
})
