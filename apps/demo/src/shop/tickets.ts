import { useSyncExternalStore } from 'react'
import type { Address, Hash } from 'viem'

/** A ticket whose payment was sent. `isPaid`: the payment is in a block. */
export type Ticket = { account: Address; showId: string; seats: number; hash: Hash; isPaid: boolean }

const key = 'small-hours-tickets'
const listeners = new Set<() => void>()

/** Stores a ticket in this browser, replacing the one with the same payment. A real shop keeps it on its server. */
export const keepTicket = (ticket: Ticket): void => write([ticket, ...others(ticket)])

/** Removes a ticket. */
export const removeTicket = (ticket: Ticket): void => write(others(ticket))

const others = ({ hash }: Ticket): Ticket[] => read(stored()).filter((each) => each.hash !== hash)

const write = (tickets: readonly Ticket[]): void => {
  localStorage.setItem(key, JSON.stringify(tickets))
  for (const listener of listeners) listener()
}

const stored = (): string => localStorage.getItem(key) ?? '[]'

/** The storage may contain anything: invalid tickets are left out. */
const read = (text: string): Ticket[] => {
  try {
    const tickets: unknown = JSON.parse(text)
    return Array.isArray(tickets) ? tickets.filter(isTicket) : []
  } catch {
    return []
  }
}

const isTicket = (value: unknown): value is Ticket => {
  const { account, showId, seats, hash, isPaid } = (value ?? {}) as Record<keyof Ticket, unknown>
  const isText = [account, showId, hash].every((each) => typeof each === 'string')
  return isText && Number.isInteger(seats) && typeof isPaid === 'boolean'
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the tickets of an account, the latest first. */
export const useTickets = (account: Address | null): readonly Ticket[] =>
  read(useSyncExternalStore(subscribe, stored)).filter((ticket) => ticket.account === account)
