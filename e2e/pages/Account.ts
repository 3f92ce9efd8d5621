import type { Locator } from '@playwright/test'
import type { Dapp } from './Dapp.ts'

/** The modal's view of the current account: its balances and its activity. */
export class Account {
  readonly dialog: Locator
  /** In the activity, as far as it was loaded. */
  readonly transactions: Locator
  constructor({ modal }: Dapp) {
    this.dialog = modal.dialog
    this.transactions = this.dialog.getByRole('tabpanel', { name: 'Activity' }).getByRole('listitem')
  }
  /** By its name or symbol, on any network. */
  token(name: string): Locator {
    const rows = this.dialog.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
    return rows.filter({ has: this.dialog.page().getByText(name, { exact: true }) })
  }
  /** Transactions that the account sent; to one recipient if given. `address`: as the list shortens it. */
  sent(address?: string): Locator {
    const sent = this.transactions.filter({ hasText: 'Sent' })
    return address === undefined ? sent : sent.filter({ hasText: `To ${address.slice(0, 6)}…${address.slice(-4)}` })
  }
  async showTokens() {
    await this.dialog.getByRole('tab', { name: 'Tokens' }).click()
  }
  async showActivity() {
    await this.dialog.getByRole('tab', { name: 'Activity' }).click()
  }
}
