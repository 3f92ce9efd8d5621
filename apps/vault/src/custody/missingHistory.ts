import { encodeBase64url, type WalletHistory, type WalletRecord, walletSignatureDigest } from '@latchkey/api-client'
import type { SentUpload } from '@latchkey/vault-protocol'
import type { SecretBytes } from '../secrets.ts'
import { signWalletChange } from '../signers/signWalletChange.ts'
import type { Account } from './accounts.ts'
import { isSameRecord } from './isSameRecord.ts'
import { proveAddresses } from './proveAddresses.ts'

type Opened = {
  /** The newest record, which the vault key has opened. */
  newest: WalletRecord
  accounts: readonly Account[]
  /** What the device already has. */
  ready: { record: WalletRecord; sent?: readonly SentUpload[] } | null | undefined
}

/**
 * Of the records that the api reports as leading to the newest one, returns those that the device lacks or has with another signature,
 * oldest first. A compromised api can't make it store records that honest services would reject later: from the newest record back, the api
 * must know the signature of each by the wallet's own key, over the record before it. The same change always gets the same signature (RFC
 * 6979): it is recomputed here, as are proofs of addresses.
 *
 * If the record before the first one is unknown, its signature can't be checked: it is accepted only if the device has no record of that
 * revision.
 */
export const missingHistory = async (
  history: WalletHistory | undefined = [],
  { newest, accounts, ready }: Opened,
): Promise<WalletHistory> => {
  const owner = accounts.find(({ namespace }) => namespace === 'eip155')
  const kept = ready?.record.walletId === newest.walletId ? (ready.sent ?? []) : []
  const known = [...kept, ...history, ...(ready == null ? [] : [ready])].map(({ record }) => record)
  const missing: WalletHistory = []
  let record = newest
  for (const step of history.toReversed()) {
    const { record: told, signature: given, signatureDigest, addressProofs } = step
    const digest = given === undefined ? signatureDigest : await walletSignatureDigest(given)
    if (owner === undefined || !isSameRecord(told, record)) break
    const isFirst = record.revision === 1
    if (isFirst !== (digest === undefined)) break
    const { revision, walletId } = record
    const own = kept.find((one) => one.record.revision === revision)
    const isKept = own !== undefined && isSameRecord(own.record, record) && (await digestOf(own)) === digest
    // Usually the only one: the device's own record.
    if (isKept && step === history[0]) break
    const candidates = known.filter((one) => one.walletId === walletId && one.revision === revision - 1)
    const found = isFirst ? first : await findSigned(candidates, { record, digest, privateKey: owner.privateKey })
    if (found === undefined) {
      if (given !== undefined && candidates.length === 0 && own === undefined)
        missing.unshift({ record, signature: given, addressProofs })
      break
    }
    const { before, signature } = found
    if (!isKept) {
      const proofs = proveAddresses(record, before, accounts)
      missing.unshift({ record, signature, addressProofs: proofs.length === 0 ? undefined : proofs })
    }
    if (before === null) break
    record = before
  }
  return missing
}

const digestOf = async ({ upload }: SentUpload): Promise<string | undefined> =>
  upload.kind === 'changed' ? walletSignatureDigest(upload.signature) : undefined

/** The record that this one was signed to follow, and the signature. */
type Found = { before: WalletRecord | null; signature: string | undefined }
const first: Found = { before: null, signature: undefined }

const findSigned = async (
  candidates: readonly WalletRecord[],
  { record, digest, privateKey }: { record: WalletRecord; digest: string | undefined; privateKey: SecretBytes },
): Promise<Found | undefined> => {
  for (const before of candidates) {
    const signature = encodeBase64url(await signWalletChange(before, record, privateKey))
    if ((await walletSignatureDigest(signature)) === digest) return { before, signature }
  }
  return undefined
}
