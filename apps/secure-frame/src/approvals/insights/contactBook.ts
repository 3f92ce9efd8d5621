/** The counterparties of each account on this device. Fails with STORAGE_BLOCKED. */
export type ContactBook = {
  /** The latest first; at most `maxContacts`. */
  list(account: string): Promise<string[]>
  remember(account: string, addresses: readonly string[]): Promise<void>
  /** Deletes the list of every account. */
  forget(): Promise<void>
}

/** More than a user remembers, and little to store; the oldest are dropped. */
export const maxContacts = 256

/** Returns the list with `added` in front, each address once. */
export const withContacts = (list: readonly string[], added: readonly string[]): string[] =>
  [...new Set([...added, ...list])].slice(0, maxContacts)
