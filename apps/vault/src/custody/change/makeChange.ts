import { encodeBase64url } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { WalletChange } from '@latchkey/vault-protocol'
import type { Hold } from '../../secrets.ts'
import { signWalletChange } from '../../signers/signWalletChange.ts'
import type { DeviceKeys, PendingEnrolment } from '../../storage/vaultStorage.ts'
import { type Account, addressesOf, allAccounts } from '../accounts.ts'
import type { VaultDependencies } from '../dependencies.ts'
import { enrolDevice } from '../enrolDevice.ts'
import type { OpenedWallet } from '../openWallet.ts'
import { proveAddresses } from '../proveAddresses.ts'
import { sealRecord, type WalletFacts } from '../recordCipher.ts'
import { makeRecoveryPair, type RecoveryMeans } from '../recoveryPair.ts'
import { maxSources, type Source } from '../walletPayload.ts'
import type { AgreedChange } from './askForChange.ts'

type Made = Pick<PendingEnrolment, 'record' | 'wrappedDeviceShare'> &
  Pick<PendingEnrolment['upload'] & { kind: 'changed' }, 'addressProofs' | 'sealedAuthShare' | 'recovery'>
type ChangeDependencies = Pick<VaultDependencies, 'config' | 'random' | 'clock'>

/** Returns the enrolment that a change leads to, to be confirmed. Stores and sends nothing. */
export const makeChange = async (
  dependencies: ChangeDependencies,
  input: { keys: DeviceKeys; opened: OpenedWallet; change: WalletChange; agreed: AgreedChange },
  hold: Hold,
): Promise<PendingEnrolment & { upload: { kind: 'changed' } }> => {
  const { keys, opened, change, agreed } = input
  const made =
    agreed.kind === 'rotate'
      ? await rotate(dependencies, { keys, opened, means: agreed.means }, hold)
      : agreed.kind === 'recovery'
        ? await recoverOtherwise(dependencies, { opened, means: agreed.means }, hold)
        : await addSource(dependencies, { opened, source: agreed.source }, hold)
  const { record, wrappedDeviceShare, ...sealed } = made
  const signature = encodeBase64url(
    await signWalletChange(opened.enrolment.record, record, ownAccount(opened).privateKey),
  )
  return {
    record,
    wrappedDeviceShare,
    upload: { kind: 'changed', change, atMs: dependencies.clock.nowMs(), signature, ...sealed },
  }
}

/** Returns the account that a wallet was made with, which never changes: its first on EVM chains. */
const ownAccount = ({ accounts }: OpenedWallet): Account => {
  const account = accounts.find(({ namespace }) => namespace === 'eip155')
  if (account === undefined) throw new AppError('INTERNAL')
  return account
}

/** Returns the same wallet under a new vault key: the old key's shares open no later record. */
const rotate = async (
  dependencies: ChangeDependencies,
  { keys, opened, means }: { keys: DeviceKeys; opened: OpenedWallet; means: RecoveryMeans },
  hold: Hold,
): Promise<Made> => {
  const { random } = dependencies
  const vaultKey = hold(random(32))
  const { generation } = opened.enrolment.record
  const owner = { ...next(opened), generation: generation + 1, recovery: means.recovery }
  const { recoveryShareId, ...recovery } = await makeRecoveryPair(dependencies, { owner, vaultKey, means }, hold)
  const facts = { ...owner, recoveryShareId }
  const record = await sealRecord({ facts, payload: opened.payload, vaultKey, nonce: random(12) }, hold)
  const { enrolment, sealAuthShare } = await enrolDevice(dependencies, { keys, record, vaultKey }, hold)
  const sealedAuthShare = await sealAuthShare(null)
  return { ...enrolment, sealedAuthShare, recovery }
}

/** Returns the same vault key with another recovery pair; all devices' shares stay valid. */
const recoverOtherwise = async (
  dependencies: ChangeDependencies,
  { opened, means }: { opened: OpenedWallet; means: RecoveryMeans },
  hold: Hold,
): Promise<Made> => {
  const { payload, vaultKey } = opened
  const owner = { ...next(opened), recovery: means.recovery }
  const { recoveryShareId, ...recovery } = await makeRecoveryPair(dependencies, { owner, vaultKey, means }, hold)
  const facts = { ...owner, recoveryShareId }
  const record = await sealRecord({ facts, payload, vaultKey, nonce: dependencies.random(12) }, hold)
  return { ...opened.enrolment, record, recovery }
}

const addSource = async (
  { random }: ChangeDependencies,
  { opened, source }: { opened: OpenedWallet; source: Source },
  hold: Hold,
): Promise<Made> => {
  const { payload, vaultKey } = opened
  const sources = [...payload.sources, source]
  if (sources.length > maxSources) throw new AppError('WALLET_FULL')
  const accounts = await allAccounts(sources, hold)
  const facts = { ...next(opened), addresses: addressesOf(accounts) }
  const record = await sealRecord({ facts, payload: { ...payload, sources }, vaultKey, nonce: random(12) }, hold)
  const addressProofs = proveAddresses(record, opened.enrolment.record, accounts)
  return { ...opened.enrolment, record, addressProofs }
}

const next = ({ enrolment }: OpenedWallet): WalletFacts => {
  const { ciphertext: _, ...facts } = enrolment.record
  return { ...facts, revision: facts.revision + 1 }
}
