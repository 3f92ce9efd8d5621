import { type WalletHistory, type WalletRecord, walletSignatureDigest } from '@latchkey/api-client'
import type { Vault } from '@latchkey/vault-protocol'
import { type Device, deviceOf, type TestAuthorities } from './testAuthorities.ts'

export type Release = {
  authorities: Pick<TestAuthorities, 'historyOf' | 'releaseAuthShare' | 'releaseRecoveryShares'>
  record: WalletRecord
  use?: 'unlock' | 'change' | 'export'
  /** The requesting device. Default: the vault's own. */
  device?: Device
}

/** Acts as the wallet document to get a share for its vault: returns the input of the vault's methods. */
export const releaseTo = async (vault: Vault, { authorities, record, use = 'unlock', device }: Release) => {
  const { nonce, since } = await vault.expectShare(undefined)
  const to = device ?? (await deviceOf(vault))
  const sealedAuthShare = await authorities.releaseAuthShare(to, record, nonce, use)
  return { sealedAuthShare, nonce, record, history: await told(authorities.historyOf(record, since)) }
}

/** The same for the recovery pair. */
export const releasePairTo = async (vault: Vault, { authorities, record, device }: Omit<Release, 'use'>) => {
  const { nonce } = await vault.expectShare(undefined)
  const to = device ?? (await deviceOf(vault))
  const { custody, api, sessionId } = await authorities.releaseRecoveryShares(to, record, nonce)
  return {
    sessionId,
    record,
    sealedRecoveryShare: custody,
    sealedRecoveryAuthShare: api,
    nonce,
    history: await told(authorities.historyOf(record)),
  }
}

/** The history as the api returns it. */
const told = (history: WalletHistory): Promise<WalletHistory> =>
  Promise.all(
    history.map(async ({ record, signature }) =>
      signature === undefined ? { record } : { record, signatureDigest: await walletSignatureDigest(signature) },
    ),
  )
