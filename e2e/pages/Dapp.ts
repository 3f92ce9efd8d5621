import type { Stack } from '@latchkey/local'
import { expect, type Page } from '@playwright/test'
import { Approval } from './Approval.ts'
import { approveDevice } from './approveDevice.ts'
import { Modal } from './Modal.ts'

/** The playground of the demo, as a user sees it. */
export class Dapp {
  readonly page: Page
  readonly stack: Stack
  readonly modal: Modal
  readonly approval: Approval
  constructor(page: Page, stack: Stack) {
    this.page = page
    this.stack = stack
    this.modal = new Modal(page)
    this.approval = new Approval(page.frameLocator('iframe'))
  }
  get results() {
    return this.page.getByRole('log', { name: 'Results' })
  }
  /** Returns the full address of the account, read from the account view. */
  async address(): Promise<string> {
    await this.openModal()
    const address = await this.modal.fullAddress()
    await this.modal.close()
    return address
  }
  async open(url: string = this.stack.urls.demo) {
    await this.page.goto(new URL('/playground', url).href)
  }
  async openModal() {
    await this.page.getByRole('banner').getByRole('button').click()
    await expect(this.modal.dialog).toBeVisible()
    // Its surface appears before its code is loaded.
    await expect(this.modal.dialog).not.toHaveAttribute('aria-busy')
  }
  /** Signs in with the mailed code, and the link if one is needed; then closes the modal. */
  async logIn(email: string) {
    await this.openModal()
    await this.modal.submitEmail(email)
    await approveDevice(this.page, this.modal.wallet, this.stack, email)
    await this.modal.enterCode(await this.stack.mailbox.latestCode(email))
    await this.expectConnected()
  }
  /** Signs in at a provider, as the user with this email address there; then closes the modal. */
  async logInWith(provider: string, email: string) {
    await this.openModal()
    const window = await this.modal.openProvider(provider)
    await window.signIn(email)
    await window.agree()
    await this.modal.confirmAccount(provider, email)
    await this.expectConnected()
  }
  async logOut() {
    await this.openModal()
    await this.modal.disconnect()
    await this.expectDisconnected()
  }
  /** Connects a wallet from the modal's list; it accepts, and the modal closes. */
  async connectWallet(name: string) {
    await this.openModal()
    await this.modal.connectWallet(name)
  }
  /** The connections, by name of wallet and network, the most recently used first. */
  get connections() {
    return this.page.getByRole('list', { name: 'Connections' }).getByRole('listitem')
  }
  /** The current account, as the button in the corner shows it. */
  async expectAccount(address: string) {
    const short = `${address.slice(0, 6)}…${address.slice(-4)}`
    await expect(this.page.getByRole('banner').getByRole('button')).toHaveText(short)
  }
  async expectConnected({ timeout = 20_000 } = {}) {
    await expect(this.page.getByRole('heading', { name: 'You are connected' })).toBeVisible({ timeout })
    await expect(this.modal.dialog).toBeHidden()
  }
  async expectDisconnected() {
    await expect(this.page.getByRole('heading', { name: 'Sign in to try it' })).toBeVisible()
  }
  async press(name: string) {
    await this.page.getByRole('main').getByRole('button', { name }).click()
  }
  async balanceOf(whose: 'mine' | 'theirs'): Promise<number> {
    const shown = this.page.locator(`[data-balance=${whose}]`)
    await expect(shown).toHaveText(/ETH$/)
    return Number.parseFloat((await shown.textContent()) ?? '')
  }
}
