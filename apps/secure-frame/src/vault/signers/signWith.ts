import { AppError } from '@latchkey/protocol/errors'
import type { Account } from '../custody/accounts.ts'
import type { Bytes } from '../custody/secrets.ts'
import type { Signable, SolanaSignable } from '../vaultMethods.ts'
import { signEvm } from './signEvm.ts'
import { signSolana } from './signSolana.ts'

/**
 * Sign content with the one of these accounts that it names, by the rules of its namespace. Throws UNAUTHORIZED when none
 * of them is meant, and what `signEvm` and `signSolana` throw.
 */
export const signWith = (request: Signable, accounts: readonly Account[]): Bytes => {
  if (isSolana(request)) {
    const { privateKey } = found(
      accounts,
      (account) => account.namespace === 'solana' && account.address === request.address,
    )
    return signSolana(request, privateKey)
  }
  const address = request.address.toLowerCase()
  const { privateKey } = found(
    accounts,
    (account) => account.namespace === 'eip155' && account.address.toLowerCase() === address,
  )
  return signEvm(request, privateKey)
}

const isSolana = (request: Signable): request is SolanaSignable =>
  request.kind === 'solanaMessage' || request.kind === 'solanaTransaction'

const found = (accounts: readonly Account[], isMeant: (account: Account) => boolean): Account => {
  const account = accounts.find(isMeant)
  if (account === undefined) throw new AppError('UNAUTHORIZED')
  return account
}
