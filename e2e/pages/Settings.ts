import type { Stack } from '@latchkey/local'
import { expect, type Page } from '@playwright/test'
import { approveDevice } from './approveDevice.ts'

export type SettingsSection =
  | 'Overview'
  | 'Devices'
  | 'Connected sites'
  | 'Permissions'
  | 'Recovery'
  | 'Keys'
  | 'Activity'

/** The wallet's own page, which a user opens without a dapp. */
export class Settings {
  readonly page: Page
  readonly stack: Stack
  constructor(page: Page, stack: Stack) {
    this.page = page
    this.stack = stack
  }
  async open() {
    await this.page.goto(this.stack.urls.wallet)
  }
  async submitEmail(email: string) {
    await this.page.getByLabel('Email address').fill(email)
    await this.page.getByRole('button', { name: 'Continue', exact: true }).click()
  }
  get codeField() {
    return this.page.getByLabel('Six-digit code')
  }
  async enterCode(code: string) {
    await expect(this.codeField).toBeVisible()
    await this.codeField.fill(code)
  }
  async signIn(email: string) {
    await this.submitEmail(email)
    await approveDevice(this.page, this.page, this.stack, email)
    await this.enterCode(await this.stack.mailbox.latestCode(email))
    await this.expectSignedIn()
  }
  async expectSignedIn() {
    await expect(this.page.getByRole('navigation', { name: 'Wallet settings' })).toBeVisible()
  }
  async expectSignedOut() {
    await expect(this.page.getByRole('heading', { name: 'Sign in to your wallet' })).toBeVisible()
  }
  async go(section: SettingsSection) {
    await this.page.getByRole('navigation').getByRole('link', { name: section }).click()
    await expect(this.page.getByRole('heading', { name: section, level: 1 })).toBeVisible()
  }
  /** Returns the addresses of keys that the overview shows, in order; those of smart accounts, which load later, are left out. */
  async addresses(): Promise<string[]> {
    await this.go('Overview')
    const shown = this.page.getByRole('group', { name: 'Your addresses' }).getByRole('listitem')
    const ofKeys = await shown.filter({ hasNotText: 'Smart account' }).all()
    return await Promise.all(ofKeys.map(async (each) => (await each.locator('bdi').textContent()) ?? ''))
  }
  /** The vault's screen, in its own document. */
  get vault() {
    return this.page.frameLocator('iframe[title="Latchkey vault"]')
  }
  /** Answers the vault's prompt for a new passphrase. */
  async choosePassphrase(passphrase: string) {
    await this.vault.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await this.vault.getByLabel('Repeat the passphrase').fill(passphrase)
    await this.vault.getByRole('button', { name: 'Continue' }).click()
  }
  async usePassphrase(passphrase: string) {
    await this.vault.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await this.vault.getByRole('button', { name: 'Continue' }).click()
  }
  /** Answers the vault's prompt whether the email should be enough again. */
  async useEmailAlone() {
    await this.vault.getByRole('button', { name: 'Use email alone' }).click()
  }
  /** Expects a recovery method. */
  async expectRecovery(way: 'Automatic' | 'Passkey' | 'Passphrase') {
    await this.go('Recovery')
    await expect(this.page.getByRole('article', { name: way })).toContainText('In use')
  }
  /** Returns what the vault shows after a press of its button, by kind and address. */
  async revealed(kind: 'Recovery phrase' | 'EVM private key' | 'Solana private key', address: string): Promise<string> {
    const card = this.vault.getByRole('region', { name: kind }).filter({ hasText: address })
    await card.getByRole('button', { name: 'Show for 60 seconds' }).click()
    const shown = card.locator('.secret[data-shown]')
    await expect(shown).toBeVisible()
    const words = await shown.locator('li').allTextContents()
    const text = words.length > 0 ? words.join(' ') : ((await shown.textContent()) ?? '')
    await card.getByRole('button', { name: 'Hide', exact: true }).click()
    await expect(shown).toBeHidden()
    return text
  }
  device(name: string) {
    return this.page.getByRole('article', { name })
  }
  /** Confirms the last question before an action that is not easily undone. */
  async agree(action: string) {
    await this.page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
  }
  /** Types the code that was mailed for the latest action. */
  async confirm(email: string) {
    const dialog = this.page.getByRole('dialog', { name: 'Confirm it’s you' })
    await expect(dialog).toBeVisible()
    await this.enterCode(await this.stack.mailbox.latestCode(email))
    await expect(dialog).toBeHidden()
  }
}
