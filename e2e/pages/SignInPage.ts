import { expect, type Page } from '@playwright/test'

/** The window of a sign-in: a local provider's sign-in page, then the wallet's own page. It closes itself after success. */
export class SignInPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  /** @param provider The name that users see. */
  async expectProvider(provider: string) {
    // An isolated window changes its process while it loads.
    await expect(async () => {
      await expect(this.page.getByRole('heading', { name: `Sign in with ${provider}` })).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 20_000 })
  }
  /** Signs in as the user whose account there has this email address. */
  async signIn(email: string) {
    await this.page.getByRole('textbox', { name: 'Email address' }).fill(email)
    await this.page.getByRole('button', { name: 'Continue', exact: true }).click()
  }
  /** The wallet's page asks for consent once per site; after that, it closes itself without asking. */
  async agree() {
    const question = this.page
      .getByRole('main')
      .filter({ has: this.page.getByRole('heading', { name: /^Sign in to / }) })
      .getByRole('button', { name: 'Continue', exact: true })
    await question.click().catch((error) => {
      if (!this.page.isClosed()) throw error
    })
  }
  async deny() {
    await this.page.getByRole('button', { name: 'Deny' }).click()
  }
  /** If the wallet's page can't determine who opened the window, it has the user pick their number among three. */
  async expectQuestion() {
    await this.expectHeading('Did you start this?')
    await expect(this.page.getByRole('button', { name: /^\d\d$/ })).toHaveCount(3)
  }
  async pick(number: string) {
    const button = this.page.getByRole('button', { name: number, exact: true })
    // It arms while it is visible.
    await expect(button).toBeEnabled()
    await button.click()
  }
  /** Picks the number that is shown where the sign-in was started. */
  async pickTheSame(number: string) {
    await this.expectQuestion()
    await this.pick(number)
    await this.expectHeading('You’re signed in')
  }
  async expectHeading(words: string) {
    await expect(this.page.getByRole('heading', { level: 1, name: words })).toBeVisible()
  }
}
