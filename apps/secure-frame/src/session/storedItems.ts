import { idTokenScope, loginProvider } from '@latchkey/api-client'
import * as z from 'zod/mini'

/** Why things are forgotten. */
export type Ending =
  /** The person signed out: nothing of theirs stays. */
  | 'signOut'
  /** The session is over by time or by the service; the person may come back. */
  | 'expiry'
  /** The service has heard of a sign-out. */
  | 'delivery'

const session = z.object({
  /** Made here for each login: tells tabs that the session they knew was replaced. */
  sessionId: z.string(),
  userId: z.string(),
  email: z.nullable(z.string()),
  /** The provider at which the person has logged in, and their name there; null when by email. */
  login: z.nullable(z.object({ provider: loginProvider, userName: z.nullable(z.string()) })),
  /** RFC 7638 thumbprint of the device key that the session is bound to. */
  deviceId: z.string(),
  /** Worthless without the device key, which never leaves the vault. Rotates on every use. */
  refreshToken: z.string(),
  /** Custody didn't take this browser's recovery share at the sign-in: it may be the only copy. */
  isOnlyCopy: z.optional(z.boolean()),
})
const consent = z.object({
  origin: z.string(),
  projectId: z.string(),
  userId: z.string(),
  /** CAIP-2 id of the chain that is active on this page, and of the one that it last chose in the other namespace. */
  chainId: z.string(),
  otherChainId: z.optional(z.string()),
  /** The kind of account that the person would have on this page where there is a choice; a plain one when absent. */
  accountType: z.optional(z.enum(['eoa', 'smartAccount'])),
  /** What the person lets this page know with an ID token. */
  scopes: z.optional(z.array(idTokenScope)),
})
/** A sign-out that the service has not confirmed. It signs out this person's device: whoever logs in again on it keeps it. */
const pendingEnd = z.object({ refreshToken: z.string(), userId: z.string(), deviceId: z.string() })

/** Whose wallet this browser's vault holds, and how they have signed in: by the same email, or at the same provider, nobody else may. */
const holder = z.object({
  userId: z.string(),
  email: z.nullable(z.string()),
  providers: z._default(z.array(loginProvider), []),
})
/** A change of email that custody may have made already, and the api not yet. */
const emailChange = z.object({ sessionId: z.string(), changeId: z.string() })
/** A device that this person has revoked here: after a restore from an older backup the service may know it again. */
const revocation = z.object({ userId: z.string(), deviceId: z.string() })

/** All that the wallet origin keeps: no key, share, code or access token. The last three are absent in items of the release before. */
export const storedItems = z.object({
  session: z.nullable(session),
  consents: z.array(consent),
  pendingEnds: z.array(pendingEnd),
  holder: z.optional(z.nullable(holder)),
  emailChange: z.optional(z.nullable(emailChange)),
  revocations: z._default(z.array(revocation), []),
})
export type StoredItems = z.output<typeof storedItems>
export type StoredSession = z.output<typeof session>
export type Consent = z.output<typeof consent>

export const noItems: StoredItems = {
  session: null,
  consents: [],
  pendingEnds: [],
  holder: null,
  emailChange: null,
  revocations: [],
}

/** What clears each item. A new item does not compile without its line. */
const clearedBy = {
  session: ['signOut', 'expiry'],
  consents: ['signOut'],
  pendingEnds: ['delivery'],
  holder: ['signOut'],
  emailChange: ['signOut', 'expiry'],
  revocations: ['signOut'],
} as const satisfies { [item in keyof StoredItems]: readonly Ending[] }

/** The items that survive `ending`. */
export const afterEnding = (items: StoredItems, ending: Ending): StoredItems => {
  const isCleared = ([item]: [string, unknown]): boolean =>
    (clearedBy[item as keyof StoredItems] as readonly Ending[]).includes(ending)
  return { ...noItems, ...items, ...Object.fromEntries(Object.entries(noItems).filter(isCleared)) }
}

/** The sign-out of a session, as the service is to hear of it. */
export const endOf = ({ refreshToken, userId, deviceId }: StoredSession): StoredItems['pendingEnds'][number] => ({
  refreshToken,
  userId,
  deviceId,
})

/** What of these sign-outs is left once somebody has logged in again: delivering them would sign out the new session too. */
export const endsBeside = (
  ends: StoredItems['pendingEnds'],
  { userId, deviceId }: StoredSession,
): StoredItems['pendingEnds'] => ends.filter((pending) => pending.userId !== userId || pending.deviceId !== deviceId)

/** So many are remembered: as many as the service takes in one report. */
const maxRevocations = 20

/** The newest revocations with these. */
export const withRevocations = (
  items: StoredItems,
  userId: string,
  deviceIds: readonly string[],
): StoredItems['revocations'] => {
  const others = items.revocations.filter((one) => one.userId !== userId || !deviceIds.includes(one.deviceId))
  return [...others, ...deviceIds.map((deviceId) => ({ userId, deviceId }))].slice(-maxRevocations)
}
