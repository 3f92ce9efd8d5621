import { useState } from 'react'
import { type Address, BaseError, type Hash } from 'viem'
import { type Order, PaymentUndone, pay, waitForPayment } from './pay.ts'
import { keepTicket, removeTicket, type Ticket } from './tickets.ts'

/** The state of a purchase. */
export type Checkout =
  | { step: 'open'; problem: string | null }
  /** The user is asked in their wallet. */
  | { step: 'approving' }
  /** The payment was sent: from here on the order can't be paid again. */
  | { step: 'confirming'; hash: Hash }
  /** The network couldn't be reached, or is slow. */
  | { step: 'unconfirmed'; hash: Hash; checkAgain: () => Promise<void> }
  | { step: 'paid'; hash: Hash }

/** Buys tickets: one approval in the wallet, then one block. */
export const useCheckout = () => {
  const [checkout, setCheckout] = useState<Checkout>({ step: 'open', problem: null })

  const check = async (ticket: Ticket): Promise<void> => {
    const { hash } = ticket
    setCheckout({ step: 'confirming', hash })
    try {
      await settleTicket(ticket)
      setCheckout({ step: 'paid', hash })
    } catch (error) {
      if (error instanceof PaymentUndone) setCheckout({ step: 'open', problem: error.message })
      else setCheckout({ step: 'unconfirmed', hash, checkAgain: () => check(ticket) })
    }
  }
  const buy = async (account: Address, order: Order): Promise<void> => {
    setCheckout({ step: 'approving' })
    try {
      const hash = await pay(account, order)
      const ticket = { account, showId: order.show.id, seats: order.seats, hash, isPaid: false }
      // Before its payment is in a block, so that a page that is closed now has it when it's opened again.
      keepTicket(ticket)
      await check(ticket)
    } catch (error) {
      setCheckout({ step: 'open', problem: describeProblem(error) })
    }
  }
  return { checkout, buy }
}

/** Waits for a ticket's payment, and stores the result. Throws as `waitForPayment` does. */
export const settleTicket = async (ticket: Ticket): Promise<void> => {
  try {
    await waitForPayment(ticket.hash)
    keepTicket({ ...ticket, isPaid: true })
  } catch (error) {
    if (error instanceof PaymentUndone) removeTicket(ticket)
    throw error
  }
}

const isCancelled = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((cause) => (cause as { code?: unknown }).code === 4001) !== null

const describeProblem = (error: unknown): string => {
  if (isCancelled(error)) return 'You cancelled the payment. Nothing was charged.'
  return error instanceof BaseError ? (error.details ?? error.shortMessage) : 'The payment failed. Try again.'
}
