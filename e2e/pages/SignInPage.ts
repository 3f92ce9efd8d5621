import { expect, type Page } from '@playwright/test'

/** The window of a login: a local provider's sign-in page, then the wallet's own page. It closes itself when all is well. */
export class SignInPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  /** @param provider Its name, as people call it. */
  async expectProvider(provider: string) {
    await expect(this.page.getByRole('heading', { name: `Sign in with ${provider}` })).toBeVisible()
  }
  /** As somebody whose account there has this email address. */
  async signIn(email: string) {
    await this.page.getByRole('textbox', { name: 'Email address' }).fill(email)
    await this.page.getByRole('button', { name: 'Continue', exact: true }).click()
  }
  async deny() {
    await this.page.getByRole('button', { name: 'Deny' }).click()
  }
  /** Where the wallet's page does not find who has opened the window: the number that it shows. */
  async number(): Promise<string> {
    await expect(this.page.getByRole('heading', { name: 'Did you begin this?' })).toBeVisible()
    return (await this.page.getByText(/^\d\d$/).textContent()) ?? ''
  }
  async sayItIsTheSame() {
    await this.page.getByRole('button', { name: 'It shows the same number: continue' }).click()
    await this.expectHeading('You are signed in')
  }
  async expectHeading(words: string) {
    await expect(this.page.getByRole('heading', { level: 1, name: words })).toBeVisible()
  }
}
