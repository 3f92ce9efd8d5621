import type { PermissionType } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { findKnown } from '../../chain/networkOf.ts'
import type { LocalMethod } from './LocalMethod.ts'
import { ownAddresses } from './ownAddresses.ts'

/**
 * Returns the capabilities of the account that the page is connected to (EIP-5792), by network: of those that the page
 * names, else of the request's network and all that have smart accounts. Networks that are not served, and those on which
 * the account is another, are omitted. UNAUTHORIZED for an address that is not one of the user's.
 */
export const getCapabilities: LocalMethod<'wallet_getCapabilities'> = async (deps, { page, network, params }) => {
  const [named, chains] = params ?? []
  const address = named?.toLowerCase()
  if (address !== undefined && !(await ownAddresses(deps, page)).has(address)) throw new AppError('UNAUTHORIZED')
  const wanted = chains?.map((chain) => `eip155:${BigInt(chain)}`) ?? [
    network.caipNetworkId,
    ...deps.smartAccounts.networks,
  ]
  const capabilities: Record<string, Record<string, unknown>> = {}
  for (const chainId of new Set(wanted)) {
    const found = findKnown(chainId)
    if (found?.chainNamespace !== 'eip155' || found.retired === true) continue
    const caller = await deps.session.requireCallerOnChain(page, chainId)
    if (address !== undefined && caller.address.toLowerCase() !== address) continue
    capabilities[`0x${found.id.toString(16)}`] = caller.smartAccount === null ? ofPlainAccount : ofSmartAccount
  }
  return capabilities
}

const ofPlainAccount = { atomic: { status: 'unsupported' }, assetDiscovery: { supported: true } }
const ofSmartAccount = {
  atomic: { status: 'supported' },
  // As clients of the standard's drafts ask.
  atomicBatch: { supported: true },
  paymasterService: { supported: true },
  permissions: {
    supported: true,
    signerTypes: ['account'],
    permissionTypes: [
      'native-token-transfer',
      'native-token-periodic',
      'erc20-token-transfer',
      'erc20-token-periodic',
      'contract-call',
    ] satisfies PermissionType[],
    policyTypes: ['call-limit', 'token-allowance'],
  },
  assetDiscovery: { supported: true },
}
