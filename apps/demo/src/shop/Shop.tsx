import './shop.css'
import { useLatchkey } from '@latchkey/modal/react'
import { Link, useParams } from 'react-router-dom'
import { deployment } from '../deployment.ts'
import { modal } from '../latchkey.ts'
import { Buy } from './Buy.tsx'
import { Poster } from './Poster.tsx'
import { costOf, currencies, describeAmount } from './pay.ts'
import { describeStart, findShow, shows } from './shows.ts'
import { Tickets } from './Tickets.tsx'

/** Small Hours: tickets for concerts after ten. One show, or all of them. */
export const Shop = () => {
  const { id } = useParams()
  const show = findShow(id)
  return (
    <div className="shop">
      <header>
        <Link to="/" className="brand">
          <Moon />
          Small Hours
        </Link>
        <AccountButton />
      </header>
      <main>{show === undefined ? <Listing /> : <Buy key={show.id} show={show} />}</main>
      <footer>
        <p>
          A demo of Latchkey on a local test network. The concerts are made up, and the money is worth nothing. For
          developers: <a href="/customize">Customize</a> · <a href="/playground">Playground</a> ·{' '}
          <a href={deployment.docsUrl}>Documentation</a>
        </p>
      </footer>
    </div>
  )
}

/** Opens the modal: to sign in, or to see the account. */
const AccountButton = () => {
  const { address, status, loading } = useLatchkey(modal, 'eip155')
  // Not disabled while it loads: that would lose the focus, which the modal returns when it closes.
  return (
    <button type="button" className="quiet" onClick={() => void modal.open()} aria-busy={loading}>
      {address !== null ? `${address.slice(0, 6)}…${address.slice(-4)}` : status === 'reconnecting' ? '…' : 'Sign in'}
    </button>
  )
}

const Listing = () => (
  <>
    <section className="hero">
      <h1>Quiet rooms, late music</h1>
      <p>Six nights in March. Sixty seats each, and no bar noise.</p>
    </section>
    <Tickets />
    <ul className="shows">
      {shows.map((show) => (
        <li key={show.id}>
          <Link to={`/shows/${show.id}`} className="show">
            <Poster poster={show.poster} />
            <span className="when">{describeStart(show)}</span>
            <h2>{show.artist}</h2>
            <span className="kind">{show.kind}</span>
            <span className="price">
              {describeAmount(costOf({ show, seats: 1, currency: currencies[0] ?? 'ETH' }), currencies[0] ?? 'ETH')}
              {show.seatsLeft < 10 && <em>{`${show.seatsLeft} left`}</em>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </>
)

const Moon = () => (
  <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
    <path d="M18 15.500A8 8 0 0 1 9 3.600a9 9 0 1 0 11.4 11.4 8 8 0 0 1-2.4.5Z" fill="currentColor" />
  </svg>
)
