import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { readQrCode } from './readQrCode.ts'
import { SignInPage } from './SignInPage.ts'

/** The modal, by its texts and not by its structure. */
export class Modal {
  readonly page: Page
  readonly dialog: Locator
  /** The wallet's own document in its body: codes are typed there, and never in the page. */
  readonly wallet: FrameLocator
  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog')
    this.wallet = page.frameLocator('iframe')
  }
  async submitEmail(email: string) {
    await this.dialog.getByLabel('Email address').fill(email)
    await this.dialog.getByRole('button', { name: 'Continue', exact: true }).click()
  }
  get codeField() {
    return this.wallet.getByLabel('Six-digit code')
  }
  async enterCode(code: string) {
    await expect(this.codeField).toBeVisible()
    await this.codeField.fill(code)
  }
  /** Returns the two digits that the page behind a mailed link must show too. */
  async linkNumber(): Promise<string> {
    return (await this.wallet.getByText(/^\d\d$/).textContent()) ?? ''
  }
  /** The wallet's sign-in screen. */
  get login() {
    return this.wallet.locator('body')
  }
  /** Signs in with a login provider, whether its button is behind "More" or not. */
  async chooseSocial(provider: string) {
    const button = this.dialog.getByRole('button', { name: new RegExp(`^Continue with ${provider}(, last used)?$`) })
    await expect(this.dialog.getByRole('group', { name: 'Login providers' })).toBeVisible()
    if (!(await button.isVisible())) await this.dialog.getByRole('button', { name: 'More', exact: true }).click()
    await button.click()
  }
  /** Returns the provider's page in the window that `act` opens. */
  async openProvider(provider: string, act = () => this.chooseSocial(provider)): Promise<SignInPage> {
    const opening = this.page.context().waitForEvent('page')
    await act()
    const page = await opening
    // An isolated window changes its process on the way: elements located earlier may never be found.
    await page.waitForURL(/^https?:/)
    const window = new SignInPage(page)
    await window.expectProvider(provider)
    return window
  }
  /** In a browser that has not seen the account, the wallet shows its address before signing in with Google or Apple. */
  async confirmAccount(provider: string, email: string) {
    if (provider !== 'Google' && provider !== 'Apple') return
    await expect(this.wallet.getByRole('heading', { name: `Is this your ${provider} account?` })).toBeVisible()
    await expect(this.wallet.getByText(email)).toBeVisible()
    await this.wallet.getByRole('button', { name: 'Yes, continue' }).click()
  }
  /** Returns the two digits that the window of a sign-in must show too, when it is out of reach. */
  async loginNumber(): Promise<string> {
    return (await this.dialog.getByRole('status', { name: /^Your number is/ }).textContent()) ?? ''
  }
  /** Returns the full address that the account view shows. */
  async fullAddress(): Promise<string> {
    const shown = this.dialog.locator('[title^="0x"]').first()
    return (await shown.getAttribute('title')) ?? ''
  }
  /** A wallet in the list that is shown. */
  walletRow(name: string) {
    return this.dialog.getByRole('button', { name: new RegExp(`^${name}( (Installed|Recent|QR code))?$`) })
  }
  async chooseWallet(name: string) {
    await this.walletRow(name).click()
  }
  /** Connects a wallet of the list, which accepts; the modal closes. */
  async connectWallet(name: string) {
    await this.chooseWallet(name)
    await expect(this.dialog).toBeHidden()
  }
  /** Expects a failed view's message, and its only button. */
  async expectFailure(title: string, wayOut: string) {
    await expect(this.dialog.getByRole('heading', { name: title })).toBeVisible()
    await expect(this.dialog.getByRole('button', { name: wayOut, exact: true })).toBeVisible()
  }
  async tryAgain() {
    await this.dialog.getByRole('button', { name: 'Try again', exact: true }).click()
  }
  async useAnotherMethod() {
    await this.dialog.getByRole('button', { name: 'Use another method' }).click()
  }
  get qrCode() {
    return this.dialog.getByRole('img', { name: /^QR code that (connects|opens)/ })
  }
  /** Returns the content of the QR code on the screen. */
  async scan(): Promise<string> {
    let text = ''
    // As a user holds a phone: until it can be read. The view may still be animating.
    await expect(async () => {
      text = readQrCode(await this.qrCode.screenshot({ scale: 'device' }))
    }).toPass()
    return text
  }
  /** Goes from the account to all connected wallets. */
  async openWallets() {
    await this.openSettings()
    await this.dialog.getByRole('button', { name: /^Your wallets/ }).click()
  }
  /** Connects one more from there. */
  async connectAnother(name: string) {
    await this.dialog.getByRole('button', { name: 'Connect another wallet' }).click()
    await this.connectWallet(name)
  }
  async disconnectWallet(name: string) {
    await this.dialog.getByRole('button', { name: `Disconnect ${name}` }).click()
    await expect(this.connection(name)).toBeHidden()
  }
  async disconnectAll() {
    await this.dialog.getByRole('button', { name: 'Disconnect all' }).click()
  }
  /** The accounts of a connected wallet. */
  connection(name: string) {
    return this.dialog.getByRole('list', { name: `${name} accounts` })
  }
  /** Goes from the account to the field for another email, and on to the wallet, which asks for a code from each address. */
  async changeEmail(newEmail: string) {
    await this.openSettings()
    await this.dialog.getByRole('button', { name: /^Change email/ }).click()
    await this.dialog.getByLabel('New email address').fill(newEmail)
    await this.dialog.getByRole('button', { name: 'Continue' }).click()
  }
  /** Goes from the account to another of the site's networks, and back. */
  async switchNetwork(name: string) {
    await this.dialog.getByRole('button', { name: /^Network / }).click()
    await this.dialog.getByRole('button', { name, exact: true }).click()
    await expect(this.dialog.getByRole('button', { name: `Network ${name}` })).toBeVisible()
  }
  /** Goes from the account to its settings: type, email, permissions, wallets. */
  async openSettings() {
    await this.dialog.getByRole('button', { name: 'Account settings' }).click()
  }
  /** Disconnects from the account view. */
  async disconnect() {
    await this.openSettings()
    await this.dialog.getByRole('button', { name: /^(Disconnect|Sign out)$/ }).click()
  }
  async close() {
    await this.dialog.getByRole('button', { name: 'Close' }).click()
    await expect(this.dialog).toBeHidden()
  }
}
