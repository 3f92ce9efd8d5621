import { useSyncExternalStore } from 'react'
import type { Address, Hash } from 'viem'

/** A ticket that was paid for. */
export type Ticket = { account: Address; showId: string; seats: number; hash: Hash }

const key = 'small-hours-tickets'
const listeners = new Set<() => void>()

/** Keeps a ticket in this browser. A real shop keeps it on its server. */
export const addTicket = (ticket: Ticket): void => {
  localStorage.setItem(key, JSON.stringify([ticket, ...read(stored())]))
  for (const listener of listeners) listener()
}

const stored = (): string => localStorage.getItem(key) ?? '[]'
const read = (text: string): Ticket[] => JSON.parse(text) as Ticket[]

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the tickets of an account, the last one first. */
export const useTickets = (account: Address | null): readonly Ticket[] =>
  read(useSyncExternalStore(subscribe, stored)).filter((ticket) => ticket.account === account)
