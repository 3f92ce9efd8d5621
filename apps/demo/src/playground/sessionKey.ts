import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodePacked,
  type Hex,
  http,
  parseAbi,
  parseEther,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { erc7715Actions } from 'viem/experimental'
import { askFaucet } from '../askFaucet.ts'
import { chainOf } from '../chains.ts'
import { wallet } from '../latchkey.ts'
import { nodeOf } from '../nodeOf.ts'

/** The contract that redeems a permission, by its signature (ERC-7710). */
const redeemAbi = parseAbi([
  'function redeemDelegations(bytes[] permissionContexts, bytes32[] modes, bytes[] executions)',
])

/** A page's key that may spend from the account on one chain, without asking the user. */
export type SessionKey = {
  chainId: number
  /** The wallet's context of the permission (ERC-7715). */
  context: Hex
  /** Sends this amount of ether (a decimal) from the account. Throws when the permission doesn't cover it. */
  spend: (to: Address, amount: string) => Promise<Hex>
}

/** Creates a key, and asks the user to let it send this amount of ether within an hour. */
export const grantSessionKey = async (chainId: number, allowance: string): Promise<SessionKey> => {
  const key = privateKeyToAccount(generatePrivateKey())
  const granted = await wallet.extend(erc7715Actions()).grantPermissions({
    expiry: Math.floor(Date.now() / 1000) + 3600,
    signer: { type: 'account', data: { id: key.address } },
    permissions: [
      {
        type: 'native-token-transfer',
        data: { ticker: 'ETH' },
        policies: [{ type: 'token-allowance', data: { allowance: parseEther(allowance) } }],
        required: true,
      },
    ],
  })
  const context = granted.permissionsContext as Hex
  const submitTo = granted.signerData?.submitToAddress
  if (submitTo === undefined) throw new Error('The wallet does not say where the permission is redeemed')

  // The key pays for its own transactions: the permission covers the amount sent, not fees.
  await askFaucet('/faucet', chainId, key.address)
  const chain = chainOf(chainId)
  const transport = http(nodeOf(`eip155:${chainId}`))
  const sender = createWalletClient({ account: key, chain, transport })
  const reader = createPublicClient({ chain, transport, pollingInterval: 500 })
  return {
    chainId,
    context,
    spend: async (to, amount) => {
      const execution = encodePacked(['address', 'uint256', 'bytes'], [to, parseEther(amount), '0x'])
      const hash = await sender.writeContract({
        address: submitTo,
        abi: redeemAbi,
        functionName: 'redeemDelegations',
        args: [[context], [zeroHash], [execution]],
      })
      await reader.waitForTransactionReceipt({ hash })
      return hash
    },
  }
}

/** Revokes it: from then on the chain rejects the key. */
export const revokeSessionKey = async ({ context }: SessionKey): Promise<void> => {
  await wallet.request({ method: 'wallet_revokePermissions', params: [{ permissionContext: context }] } as never)
}
