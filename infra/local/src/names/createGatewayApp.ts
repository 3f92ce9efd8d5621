import { base58 } from '@scure/base'
import { Hono } from 'hono'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  isHex,
  keccak256,
  namehash,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import { coinTypes, localEns } from './localEns.ts'
import { allLocalNames, type LocalName } from './localNames.ts'
import { gatewayKey } from './nameKeys.ts'

const resolverAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
])
const wildcardAbi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])
/** How long an answer is valid, in seconds. */
const validSeconds = 300

const names = new Map<Hex, LocalName>(
  allLocalNames.filter(({ keptBy }) => keptBy === 'gateway').map((each) => [namehash(each.name), each]),
)

/** Returns the address of a name for a coin (ENSIP-9): its bytes, none if it has no such address. */
export const addressBytes = (name: LocalName | undefined, coinType: bigint): Hex => {
  if (name !== undefined && coinType === coinTypes.ethereum) return name.address
  if (name?.solana !== undefined && coinType === coinTypes.solana) return toHex(base58.decode(name.solana))
  return '0x'
}

const answerRecord = (data: Hex): Hex => {
  const call = decodeFunctionData({ abi: resolverAbi, data })
  const [node] = call.args
  const found = names.get(node)
  if (call.functionName === 'text')
    return encodeAbiParameters([{ type: 'string' }], [found?.texts?.[call.args[1]] ?? ''])
  return call.args.length === 1
    ? encodeAbiParameters([{ type: 'address' }], [found?.address ?? zeroAddress])
    : encodeAbiParameters([{ type: 'bytes' }], [addressBytes(found, call.args[1])])
}

/** Signs an answer in the form that `LocalOffchainResolver` takes. */
const signed = async (request: Hex, result: Hex, expires: bigint): Promise<Hex> => {
  const message = encodePacked(
    ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
    ['0x1900', localEns.offchainResolver, expires, keccak256(request), keccak256(result)],
  )
  const signature = await gatewayKey().sign({ hash: keccak256(message) })
  return encodeAbiParameters([{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }], [result, expires, signature])
}

const isOurs = (sender: string): boolean => sender.toLowerCase() === localEns.offchainResolver.toLowerCase()

/**
 * `GET /names/<resolver>/<call data>.json` returns `{ data }` for the names that the chain leaves to this gateway (ERC-3668). An unknown
 * name has empty records. Failures are `{ message }`: 400 for a call that is not from our resolver.
 *
 * @param now milliseconds since the epoch
 */
export const createGatewayApp = (now: () => number): Hono => {
  const app = new Hono()
  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.get('/names/:sender/:file', async (context) => {
    const request = context.req.param('file').replace(/\.json$/, '')
    try {
      if (!isOurs(context.req.param('sender')) || !isHex(request)) throw new Error('no question of our resolver')
      const { args } = decodeFunctionData({ abi: wildcardAbi, data: request })
      const result = answerRecord(args[1])
      return context.json({ data: await signed(request, result, BigInt(Math.floor(now() / 1000) + validSeconds)) })
    } catch {
      return context.json({ message: 'This is no question of the local resolver' }, 400)
    }
  })
  return app
}
