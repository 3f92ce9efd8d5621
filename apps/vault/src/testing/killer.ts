import type { VaultStorage } from '../storage/vaultStorage.ts'
import type { TestAuthorities } from './testAuthorities.ts'

export const killed = new Error('killed')

/** Kills its party at the n-th step: before or after a storage change or a call to an authority takes effect. */
export const killer = (at: number) => {
  let steps = 0
  const step = (): void => {
    if (steps++ >= at) throw killed
  }
  const around =
    <input extends unknown[], output>(work: (...input: input) => Promise<output>) =>
    async (...input: input): Promise<output> => {
      step()
      const output = await work(...input)
      step()
      return output
    }
  return { around, hasStruck: () => steps > at }
}
export type Killer = ReturnType<typeof killer>

export const killableStorage = (storage: VaultStorage, { around }: Killer): VaultStorage => ({
  read: around(storage.read),
  update: around(storage.update),
})

export const killableAuthorities = (authorities: TestAuthorities, { around }: Killer): TestAuthorities => ({
  ...authorities,
  putRecoveryShare: around(authorities.putRecoveryShare),
  createWallet: around(authorities.createWallet),
  replaceWallet: around(authorities.replaceWallet),
  putAuthShare: around(authorities.putAuthShare),
  releaseAuthShare: around(authorities.releaseAuthShare),
  releaseRecoveryShares: around(authorities.releaseRecoveryShares),
})
