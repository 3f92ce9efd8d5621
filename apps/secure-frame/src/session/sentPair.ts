import type { SentUpload } from '@latchkey/vault-protocol'

/** The recovery pair that went with an upload; undefined where there was none, or a later one has taken its place. */
export const sentPair = ({ upload }: SentUpload) => {
  if (upload.kind === 'changed') return upload.recovery
  const { sealedRecoveryShare, sealedRecoveryAuthShare } = upload
  return sealedRecoveryShare === undefined || sealedRecoveryAuthShare === undefined
    ? undefined
    : { sealedRecoveryShare, sealedRecoveryAuthShare }
}
