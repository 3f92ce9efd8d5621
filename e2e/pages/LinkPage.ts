import { expect, type Page } from '@playwright/test'

/** The page behind a mailed link, as its user sees it. */
export class LinkPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  /** Opens the link; its token is gone from the address bar at once. */
  async open(link: string) {
    await this.page.goto(link)
    await expect(this.page).toHaveURL(link.slice(0, link.indexOf('#')))
  }
  get body() {
    return this.page.locator('main')
  }
  async expectHeading(words: string) {
    await expect(this.page.getByRole('heading', { level: 1, name: words })).toBeVisible()
  }
  async press(name: string) {
    await this.page.getByRole('button', { name, exact: true }).click()
  }
  /** The numbers to pick from. */
  async numbers(): Promise<string[]> {
    const texts = await this.page.getByRole('button', { name: /^\d\d$/ }).allTextContents()
    // A button that arms has its label twice.
    return texts.map((text) => text.slice(0, 2))
  }
}
