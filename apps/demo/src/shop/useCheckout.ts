import { useState } from 'react'
import { type Address, BaseError, type Hash } from 'viem'
import { type Order, pay, waitForPayment } from './pay.ts'
import { addTicket } from './tickets.ts'

/** Where a purchase stands. */
export type Checkout =
  | { step: 'open'; problem: string | null }
  /** The user is asked in their wallet. */
  | { step: 'approving' }
  | { step: 'confirming'; hash: Hash }
  | { step: 'paid'; hash: Hash }

/** Buys tickets: one approval in the wallet, then one block. */
export const useCheckout = () => {
  const [checkout, setCheckout] = useState<Checkout>({ step: 'open', problem: null })

  const buy = async (account: Address, order: Order): Promise<void> => {
    setCheckout({ step: 'approving' })
    try {
      const hash = await pay(account, order)
      setCheckout({ step: 'confirming', hash })
      await waitForPayment(hash)
      addTicket({ account, showId: order.show.id, seats: order.seats, hash })
      setCheckout({ step: 'paid', hash })
    } catch (error) {
      setCheckout({ step: 'open', problem: describeProblem(error) })
    }
  }
  return { checkout, buy }
}

const isCancelled = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((cause) => (cause as { code?: unknown }).code === 4001) !== null

const describeProblem = (error: unknown): string => {
  if (isCancelled(error)) return 'You cancelled the payment. Nothing was charged.'
  return error instanceof BaseError ? (error.details ?? error.shortMessage) : 'The payment failed. Try again.'
}
