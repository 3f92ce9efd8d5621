import { expect, type Page } from '@playwright/test'

type Namespace = 'Ethereum' | 'Solana'

/** The wallet page of the local stack, which pairs with a site by WalletConnect. */
export class WalletPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** @param url Of the stack (`urls.walletPage`); with `uri`, by a link that carries the pairing. */
  async open(url: string, { uri }: { uri?: string } = {}): Promise<void> {
    await this.page.goto(uri === undefined ? url : `${url}/?${new URLSearchParams({ uri })}`)
    await expect(this.page.getByRole('main')).toHaveAttribute('aria-busy', 'false')
  }

  async pair(uri: string): Promise<void> {
    await this.page.getByLabel('Pairing address').fill(uri)
    await this.page.getByRole('button', { name: 'Pair', exact: true }).click()
  }

  /** Approves a site's connection, without the given namespaces. */
  async approveConnection({ without = [] }: { without?: readonly Namespace[] } = {}): Promise<void> {
    const request = this.page.getByRole('region', { name: 'Connection request' })
    for (const namespace of without) await request.getByLabel(namespace).uncheck()
    await request.getByRole('button', { name: 'Approve connection' }).click()
  }

  async rejectConnection(): Promise<void> {
    await this.page.getByRole('button', { name: 'Reject connection' }).click()
  }

  /** Approves the shown request if it contains `words`. */
  async approveRequest(words: string | RegExp): Promise<void> {
    const request = this.page.getByRole('region', { name: 'Request', exact: true })
    await expect(request).toContainText(words)
    await request.getByRole('button', { name: 'Approve request' }).click()
  }

  async rejectRequest(): Promise<void> {
    await this.page.getByRole('button', { name: 'Reject request' }).click()
  }

  /** @param number 1 or 2. */
  async useAccount(number: 1 | 2): Promise<void> {
    await this.page.getByLabel(`Account ${number}`).check()
  }

  /** @param id EVM chain id. */
  async switchNetwork(id: number): Promise<void> {
    await this.page.getByLabel('Network').selectOption(`eip155:${id}`)
  }

  async takeAccountsAway(): Promise<void> {
    await this.page.getByRole('button', { name: 'Stop sharing accounts' }).click()
  }

  async goOffline(): Promise<void> {
    await this.page.getByRole('button', { name: 'Go offline' }).click()
    await expect(this.page.getByRole('button', { name: 'Go online' })).toBeVisible()
  }

  async goOnline(): Promise<void> {
    await this.page.getByRole('button', { name: 'Go online' }).click()
  }

  async disconnect(site: string): Promise<void> {
    await this.page.getByRole('button', { name: `Disconnect ${site}` }).click()
  }

  async expectSites(names: readonly string[]): Promise<void> {
    const sites = this.page.getByRole('region', { name: 'Connected sites' })
    await expect(sites.getByRole('listitem')).toHaveCount(names.length)
    for (const name of names) await expect(sites).toContainText(name)
  }
}
