import type { EndpointRequest } from '@latchkey/api-client'
import type { Vault } from '@latchkey/vault-protocol'
import type { CallAuthorised } from './callApi.ts'

export type CommitChange = {
  /** Calls the API for the session, which a fresh code has confirmed. */
  call: CallAuthorised
  /** Calls custody, authorized by that code. */
  callCustody: CallAuthorised
  prepared: Awaited<ReturnType<Vault['changeWallet']>> & Pick<EndpointRequest<'replaceWallet'>, 'earlier'>
}

/**
 * Has the services commit a change that the vault has prepared (custody design, sections 2.2 and 2.3): custody keeps the
 * new recovery share, then the API takes record and shares in one transaction, with custody's receipt.
 *
 * Until the API has committed, the old wallet counts, with its old recovery pair; afterwards the new one, even if the
 * response is lost. So it may fail anywhere and be repeated: the vault prepares the same change again.
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
  // Deletes shares that no record needs any longer; if this is lost, the next change deletes them.
  await callCustody('settleRecoveryShare', { settlement, recoveryShareId, revision }).catch(() => undefined)
}
