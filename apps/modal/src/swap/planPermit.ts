/**
 * Plans the signature (EIP-2612) that a standard account can give in place of an allowance: of exactly the amount, for the swap contract,
 * for minutes. It costs no fee, and the swap is then the only transaction.
 *
 * Requirements: where it is uncertain, the ordinary allowance is used, never a signature that the token would reject: the typed data have
 * the domain that the token itself returns, and an account that is a contract signs none.
 */
import {
  decodeFunctionOf,
  type EvmAddress,
  formatSwapTerms,
  type Hex,
  parseCaip10,
  parseEvmAddress,
  permitDomainSeparator,
  permitTypedData,
} from '@latchkey/chains'
import { AppError, isAppError } from '@latchkey/protocol'
import { evmNetworkOf, readWith } from '../send/evmCalls.ts'
import type { SendPlan, SendTools, SwapPermit } from '../send/SendPlan.ts'
import { type SwapWish, termsOf } from './swapWish.ts'

/** How long a signature stays valid, and the minimum left of that for a swap, in seconds. */
const validSeconds = 20 * 60
const leastSeconds = 60

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** Whether there is a permit, and it is valid until the swap is made. */
export const isUsable = (permit: SwapPermit | null | undefined): permit is SwapPermit =>
  permit != null && permit.deadline >= nowSeconds() + leastSeconds

/** Null where the account or the token takes none. Throws CHAIN_UNREACHABLE. */
export async function planPermit(tools: SendTools, wish: SwapWish, permitSpender: string): Promise<SendPlan | null> {
  const { account, token, units } = wish
  if (token.address === undefined) return null
  const [owner, spender] = [parseEvmAddress(account), parseEvmAddress(permitSpender)]
  const contract = parseEvmAddress(parseCaip10(token.address).address)
  const [code, domain, nonce] = await Promise.all([
    readWith(tools)('eth_getCode', [owner, 'latest']),
    readDomain(tools, contract),
    readToken(tools, contract, `0x7ecebe00${owner.slice(2).toLowerCase().padStart(64, '0')}`),
  ])
  // Some tokens call the code of an account, including delegated code (EIP-7702), instead of reading a signature.
  if (code !== '0x' || domain === null || !isWord(nonce)) return null
  const deadline = nowSeconds() + validSeconds
  const typedData = permitTypedData(domain, { owner, spender, value: units, nonce: BigInt(nonce), deadline })
  return {
    ...wish,
    feeUnits: null,
    depositUnits: 0n,
    problem: null,
    request: {
      method: 'eth_signTypedData_v4',
      params: [
        account,
        JSON.stringify(typedData),
        // Other wallets don't support our swap terms.
        ...(tools.isEmbedded ? [{ swap: formatSwapTerms(termsOf(wish)) }] : []),
      ],
    },
    isApproval: true,
    permit: {
      signed: (answer) => ({
        ...wish,
        swap: { ...wish.swap, permit: { spender, deadline, signature: parseSignature(answer) } },
      }),
      unsigned: { ...wish, swap: { ...wish.swap, permit: null } },
    },
    mark: null,
  }
}

const isWord = (answer: string): answer is Hex => /^0x[0-9a-f]{64}$/i.test(answer)

/** A token's response; `0x` where it fails. */
async function readToken(tools: SendTools, to: EvmAddress, data: Hex): Promise<string> {
  try {
    return await readWith(tools)('eth_call', [{ to, data }, 'latest'])
  } catch (thrown) {
    if (isAppError(thrown, 'EXECUTION_REVERTED')) return '0x'
    throw thrown
  }
}

/** Returns the token's permit domain: its separator identifies the version. Null when none of the usual ones matches. */
async function readDomain(tools: SendTools, verifyingContract: EvmAddress) {
  const [named, separator] = await Promise.all([
    readToken(tools, verifyingContract, '0x06fdde03'),
    readToken(tools, verifyingContract, '0x3644e515'),
  ])
  const name = decodeFunctionOf(['0x06fdde03', 'name(string name)'], `0x06fdde03${named.slice(2)}`)?.name
  if (typeof name !== 'string') return null
  const chainId = evmNetworkOf(tools.network).id
  const domains = ['1', '2'].map((version) => ({ name, version, chainId, verifyingContract }))
  return domains.find((domain) => permitDomainSeparator(domain) === separator.toLowerCase()) ?? null
}

/** 65 bytes, as OpenZeppelin and Uniswap take them. */
function parseSignature(answer: unknown): Hex {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{128}(?:0[01]|1[bc])$/i.test(answer))
    throw new AppError('WALLET_INVALID_RESPONSE')
  return answer as Hex
}
