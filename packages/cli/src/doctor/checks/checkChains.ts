import { endpoints } from '@latchkey/api-client'
import { describeFailure, jsonOf } from '../../deployment/ask.ts'
import type { Deployment } from '../../deployment/Deployment.ts'
import { type Finding, fault, ok, skipped } from '../../deployment/Finding.ts'
import type { Check } from '../Check.ts'
import { readReadiness } from './checkStatus.ts'

const atOnce = 6
/** Every widely used chain makes blocks faster than that. */
const maxBehindSeconds = 900
/** Local development chains only make a block when there is a transaction. */
const developers = /^eip155:(?:31337|1337)$/

const nodesOf = (chainId: string): string =>
  `NODES in api.env in CONFIG_FOLDER: {"${chainId}":["https://…"]}, or [] to stop serving it; log lines \`node lost\` and \`node is of another chain\` of api name the host.`

type RpcAnswer = { result?: unknown; error?: { message?: unknown } } | undefined

const call = async (
  { ask, facts, walletOrigin, projectId }: Deployment,
  chainId: string,
  method: string,
  params: unknown[],
) => {
  const query = new URLSearchParams({ chainId, projectId })
  const answer = await ask(`${facts?.apiUrl ?? walletOrigin}${endpoints.rpc.path}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (jsonOf(answer) as RpcAnswer) ?? {}
  if (result === undefined || result === null)
    throw new Error(typeof error?.message === 'string' ? error.message : `status ${answer.status}`)
  return result
}

/**
 * Returns the fault in a chain's responses; null if there is none. The api itself asks each node for its chain, and uses none of another
 * chain.
 */
const faultOf = async (deployment: Deployment, chainId: string): Promise<{ seen: string } | { fine: string }> => {
  const [namespace, reference = ''] = chainId.split(':')
  if (namespace === 'solana') {
    const genesis = String(await call(deployment, chainId, 'getGenesisHash', []))
    return genesis.startsWith(reference) ? { fine: 'of its chain' } : { seen: `its first block is ${genesis}` }
  }
  const block = (await call(deployment, chainId, 'eth_getBlockByNumber', ['latest', false])) as { timestamp?: unknown }
  const seconds = Math.round(Date.now() / 1_000 - Number(block.timestamp))
  if (Number.isNaN(seconds)) return { seen: 'its newest block has no time' }
  if (seconds > maxBehindSeconds && !developers.test(chainId)) return { seen: `its newest block is ${seconds} s old` }
  return { fine: `newest block ${Math.max(0, seconds)} s old` }
}

const checkChain = async (deployment: Deployment, chainId: string): Promise<Finding> => {
  const why = 'Balances, fees and transactions of this chain are old, missing or wrong.'
  try {
    const found = await faultOf(deployment, chainId)
    return 'fine' in found
      ? ok(chainId, found.fine)
      : fault(chainId, { ...found, why, fix: `Use another node: ${nodesOf(chainId)}` })
  } catch (error) {
    return fault(chainId, { seen: describeFailure(error), why, fix: `Use a node that answers: ${nodesOf(chainId)}` })
  }
}

/** Checks that each chain that the api serves has a recent block. */
export const checkChains: Check = {
  area: 'Chains',
  run: async (deployment) => {
    const api = await readReadiness(deployment, 'api')
    if (api === null) return [skipped('chains', 'the api does not say which it serves')]
    const chains = Object.keys(api.parts).filter((name) => name.includes(':'))
    if (chains.length === 0) return [skipped('chains', 'the api serves none')]
    const findings: Finding[] = []
    const queue = [...chains.entries()]
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift())
        findings[next[0]] = await checkChain(deployment, next[1])
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return findings
  },
}
