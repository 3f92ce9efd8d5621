import { encodeBase64url } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Person } from '../screens/questions.ts'
import type { Bytes } from '../secrets.ts'
import type { Clock } from './clock.ts'

/** How many shares a vault waits for at once, and how long for each: the api's answer and a few tries, not more. */
export const awaitedLimits = { count: 8, forMs: 2 * 60_000 } as const

/** A share whose nonce was used up. */
export type TakenShare = {
  /** Throws VAULT_LOCKED if everything was forgotten since it was taken. Ask after every wait. */
  check(): void
}

/** The person, who is asked nothing any more once everything was forgotten. */
export const whileTaken = ({ check }: TakenShare, person: Person): Person => ({
  ...person,
  ask: async (kind, question, appearance) => {
    check()
    return person.ask(kind, question, appearance)
  },
})

export type AwaitedShares = {
  /** Wait for one more released share: the nonce that the api is to seal into it. Of too many, the oldest is given up. */
  expect(): string
  /** Use a nonce up, once and whatever comes of it. Throws VAULT_LOCKED for one that is not waited for (any more). */
  take(nonce: string): TakenShare
  /** Wait for nothing any more; what was taken and is still at work ends. */
  forget(): void
}

/**
 * Which shares of the api a vault takes: the half of this device's pair, or of the recovery pair.
 *
 * Requirements: what the api releases passes through the wallet document. Whoever runs script there can keep it; it must
 * open nothing a second time, nothing after a lock or a restart, and nothing in another tab.
 *
 * Design: the vault names each share before it is released, by 16 random bytes in the memory of this one worker. The api
 * seals them in with the share, which no one else can do: nobody else has it.
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
      // When the clock went back, nothing is known about the time that passed.
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
