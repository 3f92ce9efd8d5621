import { type Address, erc20Abi, formatUnits, type Hash, parseUnits } from 'viem'
import { deployment } from '../deployment.ts'
import { chain, wallet } from '../latchkey.ts'
import type { Currency, Show } from './shows.ts'

/** The shop's address for payments. */
const house: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
/** The shop's network for payments. */
export const shopChainId = 31337

/** The accepted currency: there is no USDC to pay with outside a local stack. */
export const currencies: readonly Currency[] = deployment.local === undefined ? ['ETH'] : ['USDC', 'ETH']

export type Order = { show: Show; seats: number; currency: Currency }

const decimalsOf = (currency: Currency): number => (currency === 'ETH' ? 18 : (deployment.local?.usdc.decimals ?? 6))

/** Returns an amount with its currency: `48 USDC`. `amount`: in base units. */
export const describeAmount = (amount: bigint, currency: Currency): string =>
  `${Number(Number(formatUnits(amount, decimalsOf(currency))).toPrecision(6))} ${currency}`

/** Returns what an order costs, in base units of its currency. */
export const costOf = ({ show, seats, currency }: Order): bigint =>
  parseUnits(show.price[currency], decimalsOf(currency)) * BigInt(seats)

/** Returns an account's balance, in base units of a currency. */
export const balanceOf = async (account: Address, currency: Currency): Promise<bigint> => {
  if (currency === 'ETH' || deployment.local === undefined) return chain.getBalance({ address: account })
  const { address } = deployment.local.usdc
  return chain.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
}

/**
 * Asks the wallet to pay for an order. The wallet shows amount, recipient and fee, and sends it when the user confirms. Throws viem's
 * errors; `code` 4001 is a user who changed their mind.
 */
export const pay = async (account: Address, order: Order): Promise<Hash> => {
  await wallet.switchChain({ id: shopChainId })
  const cost = costOf(order)
  if (order.currency === 'ETH' || deployment.local === undefined)
    return wallet.sendTransaction({ account, chain: null, to: house, value: cost })
  const { address } = deployment.local.usdc
  return wallet.writeContract({
    account,
    chain: null,
    address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [house, cost],
  })
}

/** A payment that failed on-chain. */
export class PaymentUndone extends Error {
  constructor() {
    super('The network didn’t accept the payment. You keep your money, except for the network fee.')
  }
}

/**
 * Waits until a payment is in a block. Throws `PaymentUndone`, or viem's errors while that isn't known. A real shop does
 * this on its server, and checks there that recipient, amount and order are right, before it hands out a ticket.
 */
export const waitForPayment = async (hash: Hash): Promise<void> => {
  const { status } = await chain.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new PaymentUndone()
}
