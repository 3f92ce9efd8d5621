import { decodeBase64url, encodeBase64url, type WalletRecord } from '@latchkey/api-client'
import type { Appearance, WalletChange } from '@latchkey/vault-protocol'
import type { ImportFailure } from '../../screens/questions.ts'
import { type Hold, wipe } from '../../secrets.ts'
import { accountsOf } from '../accounts.ts'
import type { VaultDependencies } from '../dependencies.ts'
import { readSource } from '../import/readSource.ts'
import { automaticRecovery, type RecoveryMeans } from '../recoveryPair.ts'
import type { Source } from '../walletPayload.ts'

/** A change with everything that the user had to enter for it. */
export type AgreedChange =
  | { kind: 'rotate'; means: RecoveryMeans }
  | { kind: 'recovery'; means: RecoveryMeans }
  | { kind: 'import'; source: Source }

type AskDependencies = Pick<VaultDependencies, 'person' | 'random'>

/** Prompts the user for the inputs of a wallet change. No keys are held meanwhile. USER_REJECTED. */
export const askForChange = async (
  dependencies: AskDependencies,
  { change, record, appearance }: { change: WalletChange; record: WalletRecord; appearance: Appearance },
  hold: Hold,
): Promise<AgreedChange> => {
  switch (change.kind) {
    case 'rotate':
      return { kind: 'rotate', means: await meansAgain(dependencies, record, appearance, hold) }
    case 'recovery':
      return { kind: 'recovery', means: await newMeans(dependencies, change.to, record, appearance, hold) }
    case 'import':
      return { kind: 'import', source: await askForSource(dependencies, change.from, record, appearance, hold) }
  }
}

const newMeans = async (
  { person, random }: AskDependencies,
  to: WalletRecord['recovery']['kind'],
  record: WalletRecord,
  appearance: Appearance,
  hold: Hold,
): Promise<RecoveryMeans> => {
  if (to === 'automatic') {
    // A device that does not know of a user-owned recovery method cannot end it: its signature follows the record that it knows.
    const ends = record.recovery.kind
    if (ends !== 'automatic') await person.ask('confirm', { ends }, appearance)
    return automaticRecovery
  }
  if (to === 'passphrase') {
    const salt = random(16)
    const { secret } = await person.ask('setPassphrase', { purpose: 'recovery', salt: salt.buffer }, appearance)
    const recovery = { kind: 'passphrase', salt: encodeBase64url(salt), memoryKiB: 65_536, passes: 3 } as const
    return { recovery, secret: hold(new Uint8Array(secret)) }
  }
  const salt = random(32)
  // The wallet that it recovers, by its address: the vault has no name for the user.
  const [userName = record.walletId] = record.addresses.eip155
  const { secret, credentialId } = await person.ask('createPasskey', { salt: salt.buffer, userName }, appearance)
  const id = encodeBase64url(new Uint8Array(credentialId))
  const recovery = { kind: 'passkey', credentialId: id, salt: encodeBase64url(salt) } as const
  return { recovery, secret: hold(new Uint8Array(secret)) }
}

/**
 * Returns the wallet's current method, over a new salt. The passphrase is chosen again and typed twice: nothing here could tell a typo from
 * the old one, and a typo would lock its owner out.
 */
const meansAgain = async (
  dependencies: AskDependencies,
  record: WalletRecord,
  appearance: Appearance,
  hold: Hold,
): Promise<RecoveryMeans> => {
  const { recovery } = record
  if (recovery.kind !== 'passkey') return newMeans(dependencies, recovery.kind, record, appearance, hold)
  const salt = dependencies.random(32)
  const credentialId = decodeBase64url(recovery.credentialId).buffer
  const { secret } = await dependencies.person.ask(
    'usePasskey',
    { salt: salt.buffer, credentialId, failed: false },
    appearance,
  )
  return { recovery: { ...recovery, salt: encodeBase64url(salt) }, secret: hold(new Uint8Array(secret)) }
}

/** Prompts until the input is a source that the wallet does not hold yet, showing the fault each time. */
const askForSource = async (
  { person }: AskDependencies,
  from: Source['kind'],
  record: WalletRecord,
  appearance: Appearance,
  hold: Hold,
): Promise<Source> => {
  const known = [...record.addresses.eip155, ...record.addresses.solana]
  let failed: ImportFailure | undefined
  for (;;) {
    const answer = await person.ask('import', failed === undefined ? { from } : { from, failed }, appearance)
    const typed = hold(new Uint8Array(answer.typed))
    const read = readSource(from, typed, hold)
    wipe(typed)
    if ('source' in read) {
      const accounts = await accountsOf(read.source, hold)
      if (!accounts.every(({ address }) => known.includes(address))) return read.source
      failed = { reason: 'known' }
    } else failed = read.failed
  }
}
