import {
  type Delegation,
  delegationOfGrant,
  type EvmNetwork,
  type PermissionGrant,
  parseEvmAddress,
  parsePermissionRequest,
  smartAccountContracts,
  termsOfGrant,
} from '@latchkey/chains'
import { AppError, type RpcParams } from '@latchkey/protocol'
import type { SmartAccount } from '../../smartAccount/SmartAccount.ts'

/** A page's request and the one delegation that would grant it: what is shown is what is signed. */
export type GrantRequest = {
  readonly account: SmartAccount
  readonly grant: PermissionGrant
  readonly delegation: Delegation
  /** The response to the page, sent with the signed context (ERC-7715). */
  answer(context: string): { context: string; [field: string]: unknown }
}

/**
 * Reads the request of `wallet_grantPermissions`. Throws PERMISSION_UNSUPPORTED, CAPABILITY_UNSUPPORTED for a plain account,
 * UNAUTHORIZED for another account, and as `parsePermissionRequest`.
 */
export const readGrantRequest = (
  params: RpcParams<'wallet_grantPermissions'>,
  account: SmartAccount | null,
  network: EvmNetwork,
): GrantRequest => {
  if (account === null) {
    throw new AppError('CAPABILITY_UNSUPPORTED', { details: { capability: 'only a smart account gives permissions' } })
  }
  const [request, ...more] = params
  if (request === undefined || more.length > 0) {
    throw new AppError('PERMISSION_UNSUPPORTED', {
      details: { reason: 'it is more than one, and each is agreed to by itself' },
    })
  }
  const address = parseEvmAddress(account.address)
  if (request.address !== undefined && parseEvmAddress(request.address) !== address) throw new AppError('UNAUTHORIZED')
  const grant = parsePermissionRequest(request, {
    account: address,
    owner: parseEvmAddress(account.owner),
    chainId: network.id,
    now: Math.floor(Date.now() / 1000),
  })
  return { account, grant, delegation: delegationOfGrant(grant, randomSalt()), answer: answerOf(grant, network) }
}

const randomSalt = (): bigint =>
  crypto.getRandomValues(new Uint8Array(32)).reduce((salt, byte) => (salt << 8n) | BigInt(byte), 0n)

/** The standard's field names, and those of its first draft, which clients such as viem still read. */
const answerOf = (grant: PermissionGrant, network: EvmNetwork): GrantRequest['answer'] => {
  const { account, signer, expiry } = grant
  const { permissions, policies } = termsOfGrant(grant)
  const { delegationManager } = smartAccountContracts
  return (context) => ({
    chainId: `0x${network.id.toString(16)}`,
    address: account,
    expiry,
    signer: { type: 'account', data: { address: signer, id: signer } },
    permissions: [...permissions],
    policies: [...policies],
    context,
    signerMeta: { delegationManager },
    grantedPermissions: permissions.map((permission) => ({ ...permission, policies: [...policies] })),
    permissionsContext: context,
    signerData: { submitToAddress: delegationManager },
  })
}
