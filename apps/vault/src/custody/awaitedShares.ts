import { encodeBase64url } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Person } from '../screens/questions.ts'
import type { Bytes } from '../secrets.ts'
import type { Clock } from './clock.ts'

/** The most shares to wait for at once, and how long for each: enough for the api's response and a few retries. */
export const awaitedLimits = { count: 8, forMs: 2 * 60_000 } as const

/** A share whose nonce was used up. */
export type TakenShare = {
  /** Throws VAULT_LOCKED if everything was forgotten since it was taken. Call it after every await. */
  check(): void
}

/** Wraps the user's prompts so that they stop once everything was forgotten. */
export const whileTaken = ({ check }: TakenShare, person: Person): Person => ({
  ...person,
  ask: async (kind, question, appearance) => {
    check()
    return person.ask(kind, question, appearance)
  },
})

export type AwaitedShares = {
  /** Returns a nonce for one more released share, which the api seals into it. Beyond the maximum, the oldest is dropped. */
  expect(): string
  /** Uses up a nonce, once and whatever its outcome. Throws VAULT_LOCKED for one that is not awaited (any longer). */
  take(nonce: string): TakenShare
  /** Stops waiting for all shares; calls that use a taken one end. */
  forget(): void
}

/**
 * Decides which of the api's shares a vault accepts: that of this device's pair, or of the recovery pair.
 *
 * Requirements: released shares pass through the wallet document, where a script may keep them; a kept share must open nothing a second
 * time, nothing after a lock or a restart, and nothing in another tab.
 *
 * Design: the vault names each share before it is released, by 16 random bytes in the memory of this one worker. The api seals them in with
 * the share, which no one else can do: no one else has the share.
 */
export const createAwaitedShares = (clock: Clock, random: (length: number) => Bytes): AwaitedShares => {
  let awaited: { nonce: string; sinceMs: number }[] = []
  let forgettings = 0

  return {
    expect: () => {
      const nonce = encodeBase64url(random(16))
      awaited = [...awaited, { nonce, sinceMs: clock.nowMs() }].slice(-awaitedLimits.count)
      return nonce
    },
    take: (nonce) => {
      const found = awaited.find((one) => one.nonce === nonce)
      awaited = awaited.filter((one) => one !== found)
      // If the clock went back, the elapsed time is unknown.
      const ageMs = found === undefined ? Number.POSITIVE_INFINITY : clock.nowMs() - found.sinceMs
      if (ageMs < 0 || ageMs >= awaitedLimits.forMs) throw new AppError('VAULT_LOCKED')
      const forgettingsBefore = forgettings
      return {
        check: () => {
          if (forgettings !== forgettingsBefore) throw new AppError('VAULT_LOCKED')
        },
      }
    },
    forget: () => {
      forgettings++
      awaited = []
    },
  }
}
