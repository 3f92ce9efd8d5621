/** Whom each account of this device has dealt with. Fails with STORAGE_BLOCKED. */
export type ContactBook = {
  /** The latest first; at most `maxContacts`. */
  list(account: string): Promise<string[]>
  remember(account: string, addresses: readonly string[]): Promise<void>
  /** All of every account: nothing of a person stays behind. */
  forget(): Promise<void>
}

/** More than a person remembers, and little to store; the oldest go. */
export const maxContacts = 256

/** The list with `added` in front, each address once. */
export const withContacts = (list: readonly string[], added: readonly string[]): string[] =>
  [...new Set([...added, ...list])].slice(0, maxContacts)
