import { useLatchkey } from '@latchkey/modal/react'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { modal } from '../latchkey.ts'
import { Poster } from './Poster.tsx'
import { describeStart, findShow, type Show } from './shows.ts'
import { type Ticket, useTickets } from './tickets.ts'
import { settleTicket } from './useCheckout.ts'

/** The tickets of the active account, if it has any. */
export const Tickets = () => {
  const { address } = useLatchkey(modal, 'eip155')
  const tickets = useTickets(address as Address | null)
  const unpaid = tickets.find(({ isPaid }) => !isPaid)
  useEffect(() => {
    if (unpaid !== undefined) settleTicket(unpaid).catch(() => undefined)
  }, [unpaid?.hash])
  if (tickets.length === 0) return null
  return (
    <section className="tickets" aria-label="Your tickets">
      <h2>Your tickets</h2>
      <ul>
        {tickets.map(({ showId, ...ticket }) => {
          const show = findShow(showId)
          return show === undefined ? null : (
            <li key={ticket.hash}>
              <TicketStub show={show} {...ticket} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type StubProps = Pick<Ticket, 'seats' | 'hash' | 'isPaid'> & { show: Show }

/** A ticket as it is shown at the door. */
export const TicketStub = ({ show, seats, hash, isPaid }: StubProps) => (
  <article className="ticket">
    <Poster poster={show.poster} />
    <div>
      <p className="when">{describeStart(show)}</p>
      <h3>{show.artist}</h3>
      <p>{seats === 1 ? 'Admits one' : `Admits ${seats}`}</p>
      <p className="receipt">
        {isPaid ? 'Payment' : 'Not valid yet: waiting for payment'}{' '}
        <span title={hash}>{`${hash.slice(0, 10)}…${hash.slice(-6)}`}</span>
      </p>
    </div>
  </article>
)
