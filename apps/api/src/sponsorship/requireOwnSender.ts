import type { WalletRecord } from '@latchkey/api-client'
import { type EvmAddress, hybridAccount, toChecksumAddress, type UserOperation } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { SmartAccountNetwork } from '../settings/smartAccountFields.ts'

/**
 * Throws UNAUTHORIZED unless the sender is a smart account of this wallet on such a network, and whatever deploys it first is
 * what deploys this very account.
 */
export function requireOwnSender(
  { sender, factory, factoryData }: Pick<UserOperation, 'sender' | 'factory' | 'factoryData'>,
  wallet: WalletRecord | null,
  kind: SmartAccountNetwork['kind'],
): void {
  const owners = (wallet?.addresses.eip155 ?? []).map((owner): EvmAddress => toChecksumAddress(owner))
  if (kind === 'eip7702') {
    // There is nothing to deploy at an address that has been the person's all along.
    if (factory === undefined && owners.includes(toChecksumAddress(sender))) return
    throw new AppError('UNAUTHORIZED')
  }
  const account = owners.map(hybridAccount).find(({ address }) => address === toChecksumAddress(sender))
  if (account === undefined) throw new AppError('UNAUTHORIZED')
  if (factory === undefined) return
  const isItsOwn =
    toChecksumAddress(factory) === account.factory && factoryData?.toLowerCase() === account.factoryData.toLowerCase()
  if (!isItsOwn) throw new AppError('UNAUTHORIZED')
}
