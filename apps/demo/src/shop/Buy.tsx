import { useLatchkey } from '@latchkey/modal/react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Address } from 'viem'
import { modal } from '../latchkey.ts'
import { Poster } from './Poster.tsx'
import { costOf, currencies, describeAmount, type Order, shopChainId } from './pay.ts'
import { type Currency, describeStart, type Show } from './shows.ts'
import { TicketStub } from './Tickets.tsx'
import { type Checkout, useCheckout } from './useCheckout.ts'
import { useFunds } from './useFunds.ts'

/** One show, and its checkout. */
export const Buy = ({ show }: { show: Show }) => {
  const [seats, setSeats] = useState(1)
  const [currency, setCurrency] = useState<Currency>(currencies[0] ?? 'ETH')
  const { checkout, buy } = useCheckout()
  const order = { show, seats, currency }
  return (
    <article className="buy">
      <div className="about">
        <Link to="/" className="back">
          All shows
        </Link>
        <Poster poster={show.poster} />
        <p className="when">{describeStart(show)}</p>
        <h1>{show.artist}</h1>
        <p className="kind">{show.kind}</p>
        <p>{show.about}</p>
      </div>
      {checkout.step === 'paid' ? (
        <section className="panel" aria-label="Your ticket">
          <h2 className="done">You’re going</h2>
          <p>Show this ticket at the door. You’ll also find it on the front page.</p>
          <TicketStub show={show} seats={seats} hash={checkout.hash} isPaid />
          <Link to="/" className="button quiet">
            See all shows
          </Link>
        </section>
      ) : (
        <section className="panel" aria-label="Tickets">
          <fieldset disabled={checkout.step !== 'open'}>
            <legend>Tickets</legend>
            <Seats seats={seats} max={Math.min(6, show.seatsLeft)} onChange={setSeats} />
          </fieldset>
          {currencies.length > 1 && (
            <fieldset disabled={checkout.step !== 'open'} className="choices">
              <legend>Pay with</legend>
              {currencies.map((each) => (
                <label key={each}>
                  <input type="radio" name="currency" checked={each === currency} onChange={() => setCurrency(each)} />
                  <b>{each}</b>
                  <span>{describeAmount(costOf({ ...order, currency: each }), each)}</span>
                </label>
              ))}
            </fieldset>
          )}
          <p className="total">
            <span>Total</span>
            <strong>{describeAmount(costOf(order), currency)}</strong>
          </p>
          <PayButton order={order} checkout={checkout} onPay={(account) => void buy(account, order)} />
        </section>
      )}
    </article>
  )
}

type SeatsProps = { seats: number; max: number; onChange: (seats: number) => void }

const Seats = ({ seats, max, onChange }: SeatsProps) => (
  <div className="seats">
    <button
      type="button"
      className="quiet"
      aria-label="Fewer"
      disabled={seats === 1}
      onClick={() => onChange(seats - 1)}
    >
      −
    </button>
    <output>{seats}</output>
    <button
      type="button"
      className="quiet"
      aria-label="More"
      disabled={seats === max}
      onClick={() => onChange(seats + 1)}
    >
      +
    </button>
  </div>
)

type PayButtonProps = { order: Order; checkout: Checkout; onPay: (account: Address) => void }

/** Leads to the payment: sign in, get test funds where there are none, pay. */
const PayButton = ({ order, checkout, onPay }: PayButtonProps) => {
  const { address, chainId, status } = useLatchkey(modal, 'eip155')
  const account = address as Address | null
  const { balance, isFilling, fill } = useFunds(account, order.currency, chainId)
  const { currency } = order

  if (account === null)
    return (
      <>
        <button type="button" onClick={() => void modal.open()} disabled={status === 'reconnecting'}>
          Sign in to buy
        </button>
        <p className="hint">Use your email, an account you have, or a wallet. No password.</p>
      </>
    )
  if (checkout.step === 'unconfirmed')
    return (
      <>
        <p className="problem" role="alert">
          Your payment was sent, but we can’t see it on the network yet. You don’t need to pay again: your ticket is
          kept.
        </p>
        <button type="button" onClick={() => void checkout.checkAgain()}>
          Check again
        </button>
      </>
    )
  if (checkout.step !== 'open')
    return (
      <p className="progress" role="status">
        {checkout.step === 'approving' ? 'Confirm in your wallet…' : 'Waiting for the network…'}
      </p>
    )
  const isShort = chainId === shopChainId && balance !== null && balance < costOf(order)
  return (
    <>
      {checkout.problem !== null && (
        <p className="problem" role="alert">
          {checkout.problem}
        </p>
      )}
      {isShort ? (
        <button type="button" onClick={fill} disabled={isFilling}>
          {isFilling ? 'Getting test money…' : 'Get free test money'}
        </button>
      ) : (
        <button type="button" onClick={() => onPay(account)}>{`Pay ${describeAmount(costOf(order), currency)}`}</button>
      )}
      <p className="hint">
        {balance === null ? 'Paid from your wallet' : `You have ${describeAmount(balance, currency)}`}
        {isShort && '. This is a test network: the money is free, and worth nothing.'}
      </p>
    </>
  )
}
