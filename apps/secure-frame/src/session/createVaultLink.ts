import { isAppError } from '@latchkey/protocol'
import { type Vault, type VaultMethod, vaultMethods } from '@latchkey/vault-protocol'

/**
 * Connects to the vault when it is first needed, and again after the connection was lost: a worker may crash. The call that
 * finds it lost fails; the next vault is locked, which callers can handle.
 */
export const createVaultLink = (connect: () => Promise<Vault>): Vault & { connect(): Promise<void> } => {
  let connection: Promise<Vault> | null = null
  const connected = (): Promise<Vault> => {
    if (connection === null) {
      const mine = connect()
      connection = mine
      mine.catch(() => {
        if (connection === mine) connection = null
      })
    }
    return connection
  }
  const methodOf = (name: VaultMethod) => async (input: never) => {
    const mine = connected()
    try {
      return await ((await mine)[name] as (input: never) => Promise<unknown>)(input)
    } catch (error) {
      if (isAppError(error, 'DISCONNECTED') && connection === mine) connection = null
      throw error
    }
  }
  const names = Object.keys(vaultMethods) as VaultMethod[]
  const vault = Object.fromEntries(names.map((name) => [name, methodOf(name)])) as Vault
  return { ...vault, connect: async () => void (await connected()) }
}
