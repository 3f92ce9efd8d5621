import { useLatchkey } from '@latchkey/modal/react'
import type { Address, Hash } from 'viem'
import { modal } from '../latchkey.ts'
import { Poster } from './Poster.tsx'
import { describeStart, findShow, type Show } from './shows.ts'
import { useTickets } from './tickets.ts'

/** The tickets of the account in use, if it has any. */
export const Tickets = () => {
  const { address } = useLatchkey(modal, 'eip155')
  const tickets = useTickets(address as Address | null)
  if (tickets.length === 0) return null
  return (
    <section className="tickets" aria-label="Your tickets">
      <h2>Your tickets</h2>
      <ul>
        {tickets.map(({ showId, seats, hash }) => {
          const show = findShow(showId)
          return show === undefined ? null : (
            <li key={hash}>
              <TicketStub show={show} seats={seats} hash={hash} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A ticket as it is shown at the door. */
export const TicketStub = ({ show, seats, hash }: { show: Show; seats: number; hash: Hash }) => (
  <article className="ticket">
    <Poster poster={show.poster} />
    <div>
      <p className="when">{describeStart(show)}</p>
      <h3>{show.artist}</h3>
      <p>{seats === 1 ? 'Admits one' : `Admits ${seats}`}</p>
      <p className="receipt">
        Payment <span title={hash}>{`${hash.slice(0, 10)}…${hash.slice(-6)}`}</span>
      </p>
    </div>
  </article>
)
