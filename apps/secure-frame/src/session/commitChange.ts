import type { EndpointRequest } from '@latchkey/api-client'
import type { Vault } from '@latchkey/vault-protocol'
import type { CallAuthorised } from './callApi.ts'

export type CommitChange = {
  /** The api, in the session's name; a fresh code has confirmed it. */
  call: CallAuthorised
  /** Custody, on the word of that code. */
  callCustody: CallAuthorised
  prepared: Awaited<ReturnType<Vault['changeWallet']>> & Pick<EndpointRequest<'replaceWallet'>, 'earlier'>
}

/**
 * Have the services commit a change that the vault has prepared (custody design, sections 2.2 and 2.3): custody keeps the
 * new recovery share, then the api takes record and shares in one transaction, on custody's receipt.
 *
 * Until the api has committed, the old wallet is the wallet, with its old recovery pair; from then on the new one, whether
 * or not anybody here hears of it. So it may break anywhere and be repeated: the vault prepares the same again.
 */
export const commitChange = async ({ call, callCustody, prepared }: CommitChange): Promise<void> => {
  const { record, signature, addressProofs, sealedAuthShare, recovery, earlier } = prepared
  const changed = {
    record,
    signature,
    ...(addressProofs === undefined ? {} : { addressProofs }),
    ...(sealedAuthShare === undefined ? {} : { sealedAuthShare }),
    ...(earlier === undefined ? {} : { earlier }),
  }
  if (recovery === undefined) {
    await call('replaceWallet', changed)
    return
  }
  const { walletId, generation, recoveryShareId, revision } = record
  const { sealedRecoveryShare: sealedShare, sealedRecoveryAuthShare } = recovery
  const about = { walletId, generation, recoveryShareId, revision }
  const { receipt } = await callCustody('putRecoveryShare', { ...about, sealedShare })
  const pair = { sealedRecoveryAuthShare, receipt }
  const { settlement } = await call('replaceWallet', { ...changed, recovery: pair })
  // Shares that no record needs any more go; if this is lost, they go with the next change.
  await callCustody('settleRecoveryShare', { settlement, recoveryShareId, revision }).catch(() => undefined)
}
