import { type AuditEvent, canonicalJson, type EndpointRequest, type WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'

export type Replacement = EndpointRequest<'replaceWallet'>
type Planned = Pick<Replacement, 'record' | 'sealedAuthShare' | 'recovery'> & {
  earlier?: readonly { record: WalletRecord }[] | undefined
}

/** A replacement's effects, as the user's log shows them. */
export type ReplacementPlan = { hasNewKey: boolean; events: AuditEvent[] }

const namespaces = ['eip155', 'solana'] as const

/**
 * Checks whether a record may replace another one of its wallet, with those between them, and returns what changes. `requireSignedChanges`
 * checks that the wallet itself has made them.
 *
 * Throws what `planChanges` throws, INVALID_PARAMS for shares that don't match the new parts.
 */
export function planReplacement(
  stored: WalletRecord,
  { record, earlier = [], sealedAuthShare, recovery }: Planned,
): ReplacementPlan {
  const { hasNewKey, hasNewPair, events } = planChanges(stored, [...earlier, { record }])
  if (hasNewKey !== (sealedAuthShare !== undefined) || hasNewPair !== (recovery !== undefined))
    throw new AppError('INVALID_PARAMS')
  return { hasNewKey, events }
}

/**
 * Checks whether a wallet's records may follow a first one, each based on the previous one. The api cannot look inside a record; it
 * protects what it can see: addresses that were shown, the pair that recovers them, and changes by another device.
 *
 * Throws WALLET_CHANGED when a record is not the next revision, INVALID_PARAMS for an inconsistent change.
 */
export function planChanges(
  first: WalletRecord,
  changes: readonly { record: WalletRecord }[],
): ReplacementPlan & { hasNewPair: boolean } {
  const steps = changes.map(({ record }, index) => planStep(changes[index - 1]?.record ?? first, record))
  return {
    hasNewKey: steps.some((step) => step.hasNewKey),
    hasNewPair: steps.some((step) => step.hasNewPair),
    events: steps.flatMap((step) => step.events),
  }
}

function planStep(before: WalletRecord, record: WalletRecord): ReplacementPlan & { hasNewPair: boolean } {
  if (record.revision !== before.revision + 1) throw new AppError('WALLET_CHANGED')

  const hasNewKey = record.generation === before.generation + 1
  const hasNewPair = record.recoveryShareId !== before.recoveryShareId
  const hasNewRecovery = canonicalJson(record.recovery) !== canonicalJson(before.recovery)
  const hasMoreAddresses = namespaces.some((name) => record.addresses[name].length > before.addresses[name].length)
  const goesTogether =
    record.walletId === before.walletId &&
    record.userId === before.userId &&
    (hasNewKey || record.generation === before.generation) &&
    namespaces.every((name) => startsWith(record.addresses[name], before.addresses[name])) &&
    // Shares of the old key make no new one, and a pair's wrapping never changes.
    (hasNewPair || (!hasNewKey && !hasNewRecovery)) &&
    (hasNewPair || hasMoreAddresses)
  if (!goesTogether) throw new AppError('INVALID_PARAMS')

  const events: AuditEvent[] = []
  if (hasNewKey) events.push('key rotated')
  if (hasNewRecovery || (hasNewPair && !hasNewKey)) events.push('recovery changed')
  if (hasMoreAddresses) events.push('account imported')
  return { hasNewKey, hasNewPair, events }
}

const startsWith = (list: readonly string[], start: readonly string[]): boolean =>
  start.every((item, index) => list[index] === item)
