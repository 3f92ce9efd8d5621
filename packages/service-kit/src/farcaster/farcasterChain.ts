import { AppError } from '@latchkey/protocol/errors'
import {
  type Address,
  BaseError,
  createClient,
  ExecutionRevertedError,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  http,
  isAddressEqual,
  pad,
  parseAbi,
  recoverMessageAddress,
} from 'viem'
import { call, getChainId, readContract } from 'viem/actions'
import { isLocal } from '../settings/requireSafe.ts'

/** What Optimism knows of Farcaster accounts. Every question throws PROVIDER_UNAVAILABLE when no sure answer comes. */
export type FarcasterChain = {
  /** Whether the address may sign in to the account: it holds it, or is one of its auth addresses that was not removed. */
  speaksFor(address: Address, fid: bigint): Promise<boolean>
  /** Whether the address has signed this, as a key or as a contract, one that is not deployed yet included. */
  hasSigned(address: Address, message: string, signature: Hex): Promise<boolean>
}

/** Where the registries of Farcaster are on Optimism. */
export const fidRegistries = {
  id: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  key: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
} as const satisfies Record<string, Address>

const idRegistry = parseAbi(['function idOf(address) view returns (uint256)'])
const keyRegistry = parseAbi(['function keyDataOf(uint256, bytes) view returns ((uint8 state, uint32 keyType))'])
const added = 1
const authKey = 2

/** Optimism; and what anvil calls its own, for a node of this machine alone. */
const chainIds = { optimism: 10, local: 31_337 } as const

const timeoutMs = 10_000
/** An answer is a word or two. */
const maxBytes = 65_536

/** Asks a node of Optimism, or of a local chain that plays it. */
export function createFarcasterChain({
  rpcUrl,
  fetch,
}: {
  rpcUrl: string
  fetch: typeof globalThis.fetch
}): FarcasterChain {
  const transport = http(rpcUrl, { fetchFn: fetch, timeout: timeoutMs, retryCount: 1, maxResponseBodySize: maxBytes })
  const client = createClient({ transport })
  let rightChain: Promise<void> | null = null
  /** The node was given to us as one of that chain: we look once, before we believe it anything. */
  const requireChain = (): Promise<void> => {
    rightChain ??= getChainId(client).then((chainId) => {
      if (chainId !== chainIds.optimism && !(chainId === chainIds.local && isLocal(rpcUrl)))
        throw new Error(`FARCASTER_RPC_URL: a node of chain ${chainId}`)
    })
    const asked = rightChain
    asked.catch(() => {
      if (rightChain === asked) rightChain = null
    })
    return asked
  }
  return {
    speaksFor: (address, fid) =>
      answered(async () => {
        await requireChain()
        const [ownFid, key] = await Promise.all([
          readContract(client, {
            address: fidRegistries.id,
            abi: idRegistry,
            functionName: 'idOf',
            args: [address],
          }),
          readContract(client, {
            address: fidRegistries.key,
            abi: keyRegistry,
            functionName: 'keyDataOf',
            args: [fid, pad(address)],
          }),
        ])
        return ownFid === fid || (key.state === added && key.keyType === authKey)
      }),
    hasSigned: async (address, message, signature) =>
      (await isByKey(address, message, signature)) ||
      answered(async () => {
        await requireChain()
        // ERC-1271 and ERC-6492 in one question, for which nothing has to be deployed.
        const data = encodeDeployData({
          abi: erc6492SignatureValidatorAbi,
          bytecode: erc6492SignatureValidatorByteCode,
          args: [address, hashMessage(message), signature],
        })
        const { data: verdict } = await call(client, { data }).catch((error: unknown) => {
          // The contract has seen it, and did not take it.
          if (isRevert(error)) return { data: undefined }
          throw error
        })
        return verdict === '0x01'
      }),
  }
}

const isByKey = (address: Address, message: string, signature: Hex): Promise<boolean> =>
  recoverMessageAddress({ message, signature }).then(
    (signer) => isAddressEqual(signer, address),
    () => false,
  )

async function answered<answer>(ask: () => Promise<answer>): Promise<answer> {
  try {
    return await ask()
  } catch (cause) {
    throw new AppError('PROVIDER_UNAVAILABLE', { cause })
  }
}

const isRevert = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((each) => each instanceof ExecutionRevertedError) !== null
