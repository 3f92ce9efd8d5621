/**
 * Calls a page's own paymaster service (ERC-7677) for the page. The page's author chose its URL, so it is called as an untrusted server,
 * and its answer is untrusted.
 */
import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import { smartAccountContracts } from '@latchkey/chains'
import { estimateBytes } from '@latchkey/protocol/estimateBytes'
import { parseJson } from '@latchkey/protocol/parseJson'
import { tryParse } from '@latchkey/protocol/tryParse'
import { numberToHex } from 'viem'
import * as z from 'zod/mini'
import { plainText } from '../chain/plainText.ts'
import type { GuardedFetch } from '../http/guardedFetch.ts'
import { refuseSponsoring } from './refuseSponsoring.ts'

type Asked = EndpointRequest<'sponsorOperation'>

const timeoutMs = 8_000
/** A signature, a few limits and a name. */
const maxBytes = 65_536
const maxContext = 16_384
/** The gas that the service may leave out (ERC-7677): enough for every paymaster in use. */
const usualGas = { verification: '0x249f0', postOp: '0xc350' }

/** With address zero the EntryPoint sees no paymaster, and the account pays. */
const address = z.string().check(z.regex(/^0x(?!0{40})[0-9a-fA-F]{40}$/))
const gas = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,6}$/))
const answerShape = z.object({
  paymaster: address,
  paymasterData: z.string().check(z.maxLength(2 + 2 * 8192), z.regex(/^0x(?:[0-9a-fA-F]{2})*$/)),
  paymasterVerificationGasLimit: z.optional(gas),
  paymasterPostOpGasLimit: z.optional(gas),
  sponsor: z.optional(z.object({ name: z.optional(z.string()) })),
  isFinal: z.optional(z.boolean()),
})
const responseShape = z.union([
  z.object({ error: z.object({ message: z.string() }) }),
  z.object({ result: answerShape }),
])

/** Throws SPONSOR_REFUSED when it is unreachable, too slow, returns an invalid response, or refuses. */
export async function askService(
  guardedFetch: GuardedFetch,
  chainId: number,
  { stage, operation }: Pick<Asked, 'stage' | 'operation'>,
  { url, context = {} }: NonNullable<Asked['service']>,
): Promise<EndpointResponse<'sponsorOperation'>> {
  if (estimateBytes(context, maxContext) > maxContext)
    refuseSponsoring('the app says too much to its paymaster service')
  const method = stage === 'stub' ? 'pm_getPaymasterStubData' : 'pm_getPaymasterData'
  const params = [operation, smartAccountContracts.entryPoint, numberToHex(chainId), context]
  const text = await post(guardedFetch, url, { jsonrpc: '2.0', id: 1, method, params })
  const parsed = tryParse(responseShape, parseJson(text))
  if (!parsed.success) refuseSponsoring('the app’s paymaster service answers something else')
  if ('error' in parsed.data) {
    const said = plainText(parsed.data.error.message)
    refuseSponsoring(said === '' ? 'the app’s paymaster service refuses' : `the app’s paymaster service says “${said}”`)
  }
  const { paymaster, paymasterData, sponsor, isFinal = false, ...limits } = parsed.data.result
  const { paymasterVerificationGasLimit = operation.paymasterVerificationGasLimit ?? usualGas.verification } = limits
  const { paymasterPostOpGasLimit = operation.paymasterPostOpGasLimit ?? usualGas.postOp } = limits
  return {
    paymaster,
    paymasterData,
    paymasterVerificationGasLimit,
    paymasterPostOpGasLimit,
    // The service's own name, or else its host.
    sponsor: plainText(sponsor?.name ?? '') || new URL(url).host.slice(0, 100),
    isFinal: stage === 'final' || isFinal,
  }
}

async function post(guardedFetch: GuardedFetch, url: string, body: unknown): Promise<string> {
  try {
    const { status, text } = await guardedFetch(url, { method: 'POST', body, timeoutMs, maxBytes })
    // Services refuse with various statuses, and JSON-RPC in the body.
    if (status >= 300 && status < 400) throw new Error('redirects are not followed')
    return text
  } catch {
    return refuseSponsoring('the app’s paymaster service cannot be reached')
  }
}
