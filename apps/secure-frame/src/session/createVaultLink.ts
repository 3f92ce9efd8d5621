import { isAppError } from '@latchkey/protocol'
import { type Vault, type VaultMethod, vaultMethods } from '@latchkey/vault-protocol'

/**
 * The vault behind a connection that is made when it is first needed, and anew after it was lost: a worker may crash.
 * The call that finds it lost fails; the vault that comes after it is locked, which callers know how to deal with.
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
