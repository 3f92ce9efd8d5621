import {
  encodeCalls,
  hybridAccount,
  parseTypedData,
  toChecksumAddress,
  typedDataDigest,
  type UserOperation,
  userOperationHash,
  userOperationTypedData,
} from '@latchkey/chains'
import {
  entryPoint07Address,
  getUserOperationHash,
  toPackedUserOperation,
  type UserOperation as ViemOperation,
} from 'viem/account-abstraction'
import { hashTypedData } from 'viem/utils'
import { median } from '../statistics/median.ts'

const chainId = 31337
const owner = toChecksumAddress(`0x${'0b'.repeat(20)}`)

const tenCalls = Array.from({ length: 10 }, (_, at) => ({
  to: toChecksumAddress(`0x${'ab'.repeat(20)}`),
  value: BigInt(at),
  data: `0xa9059cbb${'00'.repeat(64)}` as const,
}))
const { address, factory, factoryData } = hybridAccount(owner)
const operation: UserOperation = {
  ...{ sender: address, nonce: 0n, factory, factoryData, callData: encodeCalls(tenCalls) },
  ...{ callGasLimit: 500_000n, verificationGasLimit: 400_000n, preVerificationGas: 60_000n },
  ...{ maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n, signature: `0x${'11'.repeat(65)}` },
}
const viemOperation = operation as unknown as ViemOperation<'0.7'>

/** The kit reports its use to its vendor unless that is turned off before it is loaded. */
const loadKit = async () => {
  process.env.DO_NOT_TRACK = '1'
  const [kit, utils] = await Promise.all([
    import('@metamask/smart-accounts-kit'),
    import('@metamask/smart-accounts-kit/utils'),
  ])
  return { ...kit, ...utils, environment: kit.getSmartAccountsEnvironment(1) }
}
type Kit = Awaited<ReturnType<typeof loadKit>>

type Work = () => unknown
const rowsWith = (kit: Kit): readonly { title: string; ours: Work; theirs: Work }[] => [
  {
    title: 'address and factory data of an owner',
    ours: () => hybridAccount(owner),
    theirs: () =>
      kit.getCounterfactualAccountData({
        factory: kit.environment.SimpleFactory,
        implementations: kit.environment.implementations,
        implementation: kit.Implementation.Hybrid,
        deployParams: [owner, [], [], []],
        deploySalt: '0x',
      }),
  },
  { title: '10 calls as one', ours: () => encodeCalls(tenCalls), theirs: () => kit.encodeCalls(tenCalls) },
  {
    title: 'hash of an operation',
    ours: () => userOperationHash(operation, chainId),
    theirs: () =>
      getUserOperationHash({
        ...{ chainId, entryPointAddress: entryPoint07Address, entryPointVersion: '0.7' },
        userOperation: viemOperation,
      }),
  },
  {
    title: 'what its owner signs, read anew by the vault',
    ours: () => typedDataDigest(parseTypedData(userOperationTypedData(operation, { kind: 'hybrid', chainId }))),
    theirs: () => hashTypedData({ ...typedDataOf(), message: messageOf() }),
  },
]

const typedDataOf = () =>
  ({
    domain: { name: 'HybridDeleGator', version: '1', chainId, verifyingContract: address },
    primaryType: 'PackedUserOperation',
    types: {
      PackedUserOperation: [
        { name: 'sender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'initCode', type: 'bytes' },
        { name: 'callData', type: 'bytes' },
        { name: 'accountGasLimits', type: 'bytes32' },
        { name: 'preVerificationGas', type: 'uint256' },
        { name: 'gasFees', type: 'bytes32' },
        { name: 'paymasterAndData', type: 'bytes' },
        { name: 'entryPoint', type: 'address' },
      ],
    },
  }) as const
const messageOf = () => ({ ...toPackedUserOperation(viemOperation), entryPoint: entryPoint07Address })

const turns = 60
const turnMs = 8

/** Both run in turns of some milliseconds, so that other load affects both alike. The kit's and viem's are 1. */
export async function measureCodecs(): Promise<string[][]> {
  const table = [['codecs', 'ours', 'the kit’s, viem’s', 'ours to theirs']]
  for (const { title, ours, theirs } of rowsWith(await loadKit())) {
    const took: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] }
    for (let turn = 0; turn <= turns; turn++) {
      const [mine, other] = [await microseconds(ours), await microseconds(theirs)]
      // The first turn includes compilation.
      if (turn === 0) continue
      took.ours.push(mine)
      took.theirs.push(other)
    }
    const [mine, other] = [median(took.ours), median(took.theirs)]
    table.push([title, `${mine.toFixed(0)} µs`, `${other.toFixed(0)} µs`, (mine / other).toFixed(2)])
  }
  return table
}

async function microseconds(work: Work): Promise<number> {
  const startedMs = performance.now()
  let count = 0
  let tookMs = 0
  for (; tookMs < turnMs; tookMs = performance.now() - startedMs, count++) await work()
  return (1000 * tookMs) / count
}
