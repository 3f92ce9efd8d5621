import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'

/** `name`, `symbol`, `decimals`, `supportsInterface` (ERC-165) and `isValidSignature` (ERC-1271). */
const factSelectors: readonly string[] = ['0x06fdde03', '0x95d89b41', '0x313ce567', '0x01ffc9a7', '0x1626ba7e']

const call = z.tuple([
  z.looseObject({ to: z.nullish(z.string()), data: z.optional(z.string()), input: z.optional(z.string()) }),
  z.optional(z.literal('latest')),
])

/**
 * Whether the answer is a fact that users and servers rely on and that does not change from block to block: a token's name and decimals, an
 * account's code, a signature's validity, a transaction's content.
 */
export function isFactOnEvm(method: string, params: readonly unknown[]): boolean {
  if (method === 'eth_getCode' || method === 'eth_getStorageAt' || method === 'eth_simulateV1') return true
  const parsed = method === 'eth_call' ? tryParse(call, params) : null
  if (parsed?.success !== true) return false
  const [{ to, data, input }] = parsed.data
  const text = (data ?? input ?? '').toLowerCase()
  // Code that is deployed nowhere: the validator of signatures (ERC-6492).
  return text.length > 2 && ((to ?? null) === null || factSelectors.includes(text.slice(0, 10)))
}

const trial = z.array(
  z.object({
    calls: z.array(
      z.object({
        status: z.string(),
        logs: z.optional(z.array(z.object({ address: z.string(), topics: z.array(z.string()) }))),
      }),
    ),
  }),
)

/** Whether two nodes agree. For a simulation: which calls succeed, and which logs they emit; amounts move from block to block. */
export function isSameOnEvm(method: string, one: unknown, other: unknown): boolean {
  if (method !== 'eth_simulateV1') return isSameText(one, other)
  const [first, second] = [tryParse(trial, one), tryParse(trial, other)]
  return first.success && second.success && isSameText(first.data, second.data)
}

const isSameText = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one).toLowerCase() === JSON.stringify(other).toLowerCase()
