import type { SentUpload } from '@latchkey/vault-protocol'

/** Returns the recovery pair that went with an upload; undefined where there was none, or a later one has replaced it. */
export const sentPair = ({ upload }: SentUpload) => {
  if (upload.kind === 'changed') return upload.recovery
  const { sealedRecoveryShare, sealedRecoveryAuthShare } = upload
  return sealedRecoveryShare === undefined || sealedRecoveryAuthShare === undefined
    ? undefined
    : { sealedRecoveryShare, sealedRecoveryAuthShare }
}
