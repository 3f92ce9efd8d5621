import type { Stack } from '@latchkey/local'
import { expect, type Page } from '@playwright/test'
import { Approval } from './Approval.ts'
import { approveDevice } from './approveDevice.ts'
import { Modal } from './Modal.ts'

/** The playground of the demo, as a visitor sees it. */
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
  /** The full address of the account, read from the account view. */
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
    // Its surface is there before its code is.
    await expect(this.modal.dialog).not.toHaveAttribute('aria-busy')
  }
  /** Log in with the code that is mailed, and the link where one is needed; the modal is closed again. */
  async logIn(email: string) {
    await this.openModal()
    await this.modal.submitEmail(email)
    await approveDevice(this.page, this.modal.wallet, this.stack, email)
    await this.modal.enterCode(await this.stack.mailbox.latestCode(email))
    await this.expectConnected()
  }
  /** Log in at a provider, as whoever has this email address there; the modal is closed again. */
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
  /** Connect a wallet from the list of the modal; it agrees, and the modal closes. */
  async connectWallet(name: string) {
    await this.openModal()
    await this.modal.connectWallet(name)
  }
  /** What is connected, by name of wallet and network, the most recently used first. */
  get connections() {
    return this.page.getByRole('list', { name: 'Connections' }).getByRole('listitem')
  }
  /** The account in front, as the button in the corner shows it. */
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
