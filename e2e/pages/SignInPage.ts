import { expect, type Page } from '@playwright/test'

/** The sign-in page of a local provider, in the window that a login has opened. */
export class SignInPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  /** @param provider Its name, as people call it. */
  async expectProvider(provider: string) {
    await expect(this.page.getByRole('heading', { name: `Sign in with ${provider}` })).toBeVisible()
  }
  /** As somebody whose account there has this email address. The window usually closes by itself after that. */
  async signIn(email: string) {
    await this.page.getByRole('textbox', { name: 'Email address' }).fill(email)
    await this.page.getByRole('button', { name: 'Continue', exact: true }).click()
  }
  async deny() {
    await this.page.getByRole('button', { name: 'Deny' }).click()
  }
}
