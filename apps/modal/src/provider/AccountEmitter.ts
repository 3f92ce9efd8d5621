/** The events of a provider outside EIP-1193. `account` is the namespace's account type. */
type AccountEvents<account> = {
  connect: account
  disconnect: undefined
  /** Every connected address, the active one first. */
  accountsChanged: readonly string[]
}

type Listener<value> = (value: value) => void

export type AccountEmitter<account> = {
  on<name extends keyof AccountEvents<account>>(event: name, listener: Listener<AccountEvents<account>[name]>): void
  off<name extends keyof AccountEvents<account>>(event: name, listener: Listener<AccountEvents<account>[name]>): void
}
