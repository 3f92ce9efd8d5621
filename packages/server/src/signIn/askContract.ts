/** Checks signatures with contracts: ERC-1271, and ERC-6492 for undeployed ones. */
import { bytesToHex } from '@noble/hashes/utils.js'
import { erc6492SignatureValidatorByteCode } from 'viem'
import { LatchkeyError } from '../LatchkeyError.ts'
import type { Settings } from '../Settings.ts'
import type { SiwxAccount } from '../siwx/account.ts'
import { ethereumMessageHash } from '../siwx/evmSignature.ts'

/** A signature that a contract is asked to check. */
export type SignedText = { account: SiwxAccount; message: string; signature: string }

/** Sends a request. Throws CHAIN_UNREACHABLE. */
const ask = async ({ fetch }: Settings, url: string, body: object): Promise<Record<string, unknown>> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    const answer: unknown = await response.json()
    if (typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>
    throw new TypeError('no object')
  } catch (cause) {
    throw new LatchkeyError('CHAIN_UNREACHABLE', { cause })
  }
}

/**
 * Checks a signature with a node of your choice. A revert, or any result other than yes, means that it is invalid. Throws
 * CHAIN_NOT_SUPPORTED without a node for the chain, CHAIN_UNREACHABLE.
 */
export async function askNode(settings: Settings, signed: SignedText): Promise<boolean> {
  const { chainId } = signed.account
  const url = Object.hasOwn(settings.rpcUrls, chainId) ? settings.rpcUrls[chainId] : undefined
  if (url === undefined) throw new LatchkeyError('CHAIN_NOT_SUPPORTED', { field: chainId })
  const { call, yes } = questionOf(signed)
  const answer = await ask(settings, url, { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [call, 'latest'] })
  if (typeof answer.result === 'string') return yes.test(answer.result)
  const { code, message } = (answer.error ?? {}) as { code?: unknown; message?: unknown }
  if (code === 3 || /revert|out of gas/i.test(String(message))) return false
  throw new LatchkeyError('CHAIN_UNREACHABLE', { cause: answer.error })
}

/**
 * Checks a signature with the node of the Latchkey api (`POST /v1/verify-signature`), which must be trusted then. Throws
 * CHAIN_NOT_SUPPORTED, CHAIN_UNREACHABLE.
 */
export async function askApi(settings: Settings, { account, message, signature }: SignedText): Promise<boolean> {
  const { apiUrl, projectId } = settings
  const url = `${apiUrl}/v1/verify-signature?${new URLSearchParams({ projectId, chainId: account.chainId })}`
  const params = { address: account.address, message, signature }
  const answer = await ask(settings, url, { jsonrpc: '2.0', id: 1, method: 'verify_signature', params })
  if (typeof answer.result === 'boolean') return answer.result
  const { name } = (answer.error ?? {}) as { name?: unknown }
  if (name === 'CHAIN_NOT_SUPPORTED') throw new LatchkeyError('CHAIN_NOT_SUPPORTED', { field: account.chainId })
  throw new LatchkeyError('CHAIN_UNREACHABLE', { cause: answer.error })
}

const word = (value: number | bigint): string => value.toString(16).padStart(64, '0')
/** Encodes `bytes` for the ABI. */
const bytesOf = (hex: string): string => `${word(hex.length / 2)}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`

/**
 * Builds the call. The ERC-6492 validator isn't deployed: the call simulates its deployment, which returns the result. It fails for a
 * signature shorter than its own marker, which a contract may still accept, and is then called directly.
 */
function questionOf({ account: { address }, message, signature }: SignedText) {
  const hash = bytesToHex(ethereumMessageHash(message))
  const signed = signature.slice(2)
  // Several times what a genuine contract uses, including its deployment.
  const gas = '0x989680'
  if (signed.length < 64) {
    const data = `0x1626ba7e${hash}${word(64)}${bytesOf(signed)}`
    return { call: { to: address, data, gas }, yes: /^0x1626ba7e0{56}$/ }
  }
  const signer = address.slice(2).toLowerCase().padStart(64, '0')
  const data = `${erc6492SignatureValidatorByteCode}${signer}${hash}${word(96)}${bytesOf(signed)}`
  return { call: { data, gas }, yes: /^0x0*1$/ }
}
