import type { Log } from '@latchkey/service-kit/log'
import { type AskOptions, askNode } from './askNode.ts'
import { bundlerMethods } from './bundlerMethods.ts'

export type BundlerIdentitiesOptions = { fetch: typeof globalThis.fetch; log: Log; now: () => number }

/**
 * Returns whether a bundler serves the chain it is configured for and supports EntryPoint 0.7. Checked before first use and periodically.
 * False: do not use it. Rejects as `askNode` does when it does not respond.
 */
export type BundlerIdentities = (chainId: string, url: string) => Promise<boolean>

const trustMs = 600_000
const mistrustMs = 60_000
const timeoutMs = 3_000
const maxBytes = 4_096

/** A bundler of another chain would accept operations that are never mined; this is logged once. */
export function createBundlerIdentities({ fetch, log, now }: BundlerIdentitiesOptions): BundlerIdentities {
  const known = new Map<string, { isRight: Promise<boolean>; until: number }>()
  const reported = new Set<string>()

  async function ask(chainId: string, url: string): Promise<boolean> {
    const options: AskOptions = { url, fetch, timeoutMs, maxBytes }
    const [chain, entryPoints] = await Promise.all([
      askNode({ id: 1, method: 'eth_chainId', params: [] }, options),
      askNode({ id: 1, method: 'eth_supportedEntryPoints', params: [] }, options),
    ])
    const isRight =
      'result' in chain.answer &&
      `eip155:${numberOf(chain.answer.result)}` === chainId &&
      'result' in entryPoints.answer &&
      bundlerMethods.eth_supportedEntryPoints.result(entryPoints.answer.result) !== undefined
    // The URL may hold the operator's key, so only the host is logged.
    const cause = `${chainId} at ${new URL(url).host}`
    if (isRight && reported.delete(url))
      log({ level: 'info', event: 'bundler can be used again', authority: 'api', cause })
    if (!isRight && !reported.has(url)) {
      reported.add(url)
      log({ level: 'error', event: 'bundler is of another chain or EntryPoint', authority: 'api', cause })
    }
    return isRight
  }

  return (chainId, url) => {
    const found = known.get(chainId)
    if (found !== undefined && now() < found.until) return found.isRight
    const isRight = ask(chainId, url)
    const entry = { isRight, until: now() + trustMs }
    known.set(chainId, entry)
    isRight.then(
      (right) => {
        if (!right) entry.until = now() + mistrustMs
      },
      () => known.delete(chainId),
    )
    return isRight
  }
}

const numberOf = (value: unknown): bigint | null =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : null
