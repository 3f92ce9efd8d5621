import { AppError } from '@latchkey/protocol/errors'
import type { Signable, SolanaSignable } from '@latchkey/vault-protocol'
import type { Bytes, SecretBytes } from '../secrets.ts'
import { signEvm } from '../signers/signEvm.ts'
import { signSolana } from '../signers/signSolana.ts'
import type { Account } from './accounts.ts'

/**
 * Signs content with the account that it names, by the rules of its namespace. Throws UNAUTHORIZED when it names none of these, and what
 * `signEvm` and `signSolana` throw.
 */
export const signWith = (request: Signable, accounts: readonly Account[]): Bytes => {
  const keyOf = (namespace: Account['namespace'], isMeant: (address: string) => boolean): SecretBytes => {
    const account = accounts.find((each) => each.namespace === namespace && isMeant(each.address))
    if (account === undefined) throw new AppError('UNAUTHORIZED')
    return account.privateKey
  }
  // Hex may be written in either case; base58 is case-sensitive.
  const hex = request.address.toLowerCase()
  return isSolana(request)
    ? signSolana(
        request,
        keyOf('solana', (address) => address === request.address),
      )
    : signEvm(
        request,
        keyOf('eip155', (address) => address.toLowerCase() === hex),
      )
}

const isSolana = (request: Signable): request is SolanaSignable => request.kind.startsWith('solana')
