import { getSmartAccountsEnvironment, Implementation, toMetaMaskSmartAccount } from '@metamask/smart-accounts-kit'
import { createPublicClient, custom } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { localhost } from 'viem/chains'

/** The framework's addresses, from its own kit. */
export const environment = getSmartAccountsEnvironment(1)

/** A client for an empty chain; other requests aren't supported. */
const emptyChain = (chainId: number) =>
  createPublicClient({
    chain: { ...localhost, id: chainId },
    transport: custom({
      request: async ({ method }: { method: string }) => {
        if (method === 'eth_getCode') return '0x'
        if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
        throw new Error(`${method} was asked of the network`)
      },
    }),
  })

/** The kit's `hybrid` account with only this owner and salt 0. */
export const kitHybridAccount = (owner: PrivateKeyAccount, chainId = 31337) =>
  toMetaMaskSmartAccount({
    client: emptyChain(chainId),
    environment,
    implementation: Implementation.Hybrid,
    deployParams: [owner.address, [], [], []],
    deploySalt: '0x',
    signer: { account: owner },
  })

/** The kit's account at the owner's own address (EIP-7702). */
export const kitStatelessAccount = (owner: PrivateKeyAccount, chainId = 1337) =>
  toMetaMaskSmartAccount({
    client: emptyChain(chainId),
    environment,
    implementation: Implementation.Stateless7702,
    address: owner.address,
    signer: { account: owner },
  })
