import { type AuditEvent, canonicalJson, type EndpointRequest, type WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'

export type Replacement = EndpointRequest<'replaceWallet'>
type Planned = Omit<Replacement, 'signature' | 'addressProofs'>

/** What a replacement does, as the person reads it in their log. */
export type ReplacementPlan = { hasNewKey: boolean; events: AuditEvent[] }

const namespaces = ['eip155', 'solana'] as const

/**
 * Whether one record of a wallet may follow another, and what that changes. The api cannot look inside a record; it keeps
 * what it can see from being lost: addresses that were shown, the pair that recovers them, and what another device has
 * changed meanwhile. That the wallet itself has made it is for `requireWalletSignature` to say.
 *
 * Throws WALLET_CHANGED when `stored` is not the revision before, INVALID_PARAMS for a change that does not go together.
 */
export function planReplacement(stored: WalletRecord, { record, sealedAuthShare, recovery }: Planned): ReplacementPlan {
  if (record.revision !== stored.revision + 1) throw new AppError('WALLET_CHANGED')

  const hasNewKey = record.generation === stored.generation + 1
  const hasNewPair = record.recoveryShareId !== stored.recoveryShareId
  const hasNewRecovery = canonicalJson(record.recovery) !== canonicalJson(stored.recovery)
  const hasMoreAddresses = namespaces.some((name) => record.addresses[name].length > stored.addresses[name].length)
  const goesTogether =
    (hasNewKey || record.generation === stored.generation) &&
    namespaces.every((name) => startsWith(record.addresses[name], stored.addresses[name])) &&
    hasNewKey === (sealedAuthShare !== undefined) &&
    hasNewPair === (recovery !== undefined) &&
    // Shares of the old key make no new one, and a pair is wrapped in one way for good.
    (hasNewPair || (!hasNewKey && !hasNewRecovery)) &&
    (hasNewPair || hasMoreAddresses)
  if (!goesTogether) throw new AppError('INVALID_PARAMS')

  const events: AuditEvent[] = []
  if (hasNewKey) events.push('key rotated')
  if (hasNewRecovery || (hasNewPair && !hasNewKey)) events.push('recovery changed')
  if (hasMoreAddresses) events.push('account imported')
  return { hasNewKey, events }
}

const startsWith = (list: readonly string[], start: readonly string[]): boolean =>
  start.every((item, index) => list[index] === item)
