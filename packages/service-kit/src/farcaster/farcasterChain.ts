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

/** Reads Farcaster accounts on Optimism. Every method throws PROVIDER_UNAVAILABLE when it gets no reliable answer. */
export type FarcasterChain = {
  /** Returns whether the address may sign in to the account: it owns it, or is one of its auth addresses that was not removed. */
  speaksFor(address: Address, fid: bigint): Promise<boolean>
  /** Returns whether the address has signed this message, as a key or as a contract, including one that is not deployed yet. */
  hasSigned(address: Address, message: string, signature: Hex): Promise<boolean>
}

/** The addresses of Farcaster's registries on Optimism. */
export const fidRegistries = {
  id: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  key: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
} as const satisfies Record<string, Address>

const idRegistry = parseAbi(['function idOf(address) view returns (uint256)'])
const keyRegistry = parseAbi(['function keyDataOf(uint256, bytes) view returns ((uint8 state, uint32 keyType))'])
const added = 1
const authKey = 2

/** Optimism, and the chain id of anvil, for a node on this machine only. */
const chainIds = { optimism: 10, local: 31_337 } as const

const timeoutMs = 10_000
/** A response is one or two words. */
const maxBytes = 65_536

/** Reads from a node of Optimism, or of a local chain that emulates it. */
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
  /** Verifies the node's chain id once, before trusting any of its responses. */
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
        // Checks ERC-1271 and ERC-6492 in one call, without deploying anything.
        const data = encodeDeployData({
          abi: erc6492SignatureValidatorAbi,
          bytecode: erc6492SignatureValidatorByteCode,
          args: [address, hashMessage(message), signature],
        })
        const { data: verdict } = await call(client, { data }).catch((error: unknown) => {
          // The contract ran and rejected the signature.
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
