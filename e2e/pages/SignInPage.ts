import { expect, type Page } from '@playwright/test'

/** The window of a login: a local provider's sign-in page, then the wallet's own page. It closes itself when all is well. */
export class SignInPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  /** @param provider Its name, as people call it. */
  async expectProvider(provider: string) {
    // A window that is kept apart changes its process while it loads.
    await expect(async () => {
      await expect(this.page.getByRole('heading', { name: `Sign in with ${provider}` })).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 20_000 })
  }
  /** As somebody whose account there has this email address. */
  async signIn(email: string) {
    await this.page.getByRole('textbox', { name: 'Email address' }).fill(email)
    await this.page.getByRole('button', { name: 'Continue', exact: true }).click()
  }
  /** The wallet's page asks once whether to be signed in on a site; when it knows, it closes itself without being asked. */
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
  /** Where the wallet's page does not find who has opened the window: it has the person pick their number among three. */
  async expectQuestion() {
    await this.expectHeading('Did you start this?')
    await expect(this.page.getByRole('button', { name: /^\d\d$/ })).toHaveCount(3)
  }
  async pick(number: string) {
    const button = this.page.getByRole('button', { name: number, exact: true })
    // It arms while it is looked at.
    await expect(button).toBeEnabled()
    await button.click()
  }
  /** Pick the number that is shown where the login was begun. */
  async pickTheSame(number: string) {
    await this.expectQuestion()
    await this.pick(number)
    await this.expectHeading('You’re signed in')
  }
  async expectHeading(words: string) {
    await expect(this.page.getByRole('heading', { level: 1, name: words })).toBeVisible()
  }
}
