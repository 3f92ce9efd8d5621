import { idTokenScope, loginProvider } from '@latchkey/api-client'
import * as z from 'zod/mini'

/** The reasons for clearing items. */
export type Ending =
  /** The user signed out: none of their data stays. */
  | 'signOut'
  /** The session expired or the service ended it; the user may come back. */
  | 'expiry'
  /** The service has received a sign-out. */
  | 'delivery'

const session = z.object({
  /** Created here for each login, so that tabs detect that their session was replaced. */
  sessionId: z.string(),
  userId: z.string(),
  email: z.nullable(z.string()),
  /** The provider that the user has signed in with, and their name there; null for email. */
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
  /** CAIP-2 ID of the chain that is active on this page, and of the one that it last chose in the other namespace. */
  chainId: z.string(),
  otherChainId: z.optional(z.string()),
  /** The account type that the user prefers on this page where there is a choice; a standard account when absent. */
  accountType: z.optional(z.enum(['eoa', 'smartAccount'])),
  /** The scopes that the user shares with this page in an ID token. */
  scopes: z.optional(z.array(idTokenScope)),
})
/** A sign-out that the service has not confirmed. It signs out this user's device; a later sign-in on it keeps it. */
const pendingEnd = z.object({ refreshToken: z.string(), userId: z.string(), deviceId: z.string() })

/** The owner of the vault's wallet, and their sign-in methods: no other user may use the same email, or the same provider. */
const holder = z.object({
  userId: z.string(),
  email: z.nullable(z.string()),
  providers: z._default(z.array(loginProvider), []),
})
/** A change of email that custody may have made already, and the API not yet. */
const emailChange = z.object({ sessionId: z.string(), changeId: z.string() })
/** A device that this user has revoked here: after a restore from an older backup the service may know it again. */
const revocation = z.object({ userId: z.string(), deviceId: z.string() })

/** All items of the wallet origin: no key, share, code or access token. The last three are absent in items of the previous release. */
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

/** The reasons that clear each item. A new item does not compile without a row. */
const clearedBy = {
  session: ['signOut', 'expiry'],
  consents: ['signOut'],
  pendingEnds: ['delivery'],
  holder: ['signOut'],
  emailChange: ['signOut', 'expiry'],
  revocations: ['signOut'],
} as const satisfies { [item in keyof StoredItems]: readonly Ending[] }

/** Returns the items that survive `ending`. */
export const afterEnding = (items: StoredItems, ending: Ending): StoredItems => {
  const isCleared = ([item]: [string, unknown]): boolean =>
    (clearedBy[item as keyof StoredItems] as readonly Ending[]).includes(ending)
  return { ...noItems, ...items, ...Object.fromEntries(Object.entries(noItems).filter(isCleared)) }
}

/** Returns the sign-out of a session, for the service. */
export const endOf = ({ refreshToken, userId, deviceId }: StoredSession): StoredItems['pendingEnds'][number] => ({
  refreshToken,
  userId,
  deviceId,
})

/** Returns the sign-outs that remain after a new sign-in: delivering the others would sign out the new session too. */
export const endsBeside = (
  ends: StoredItems['pendingEnds'],
  { userId, deviceId }: StoredSession,
): StoredItems['pendingEnds'] => ends.filter((pending) => pending.userId !== userId || pending.deviceId !== deviceId)

/** The maximum number of stored revocations: as many as the service takes in one report. */
const maxRevocations = 20

/** Adds revocations to the list, and keeps the newest. */
export const withRevocations = (
  items: StoredItems,
  userId: string,
  deviceIds: readonly string[],
): StoredItems['revocations'] => {
  const others = items.revocations.filter((one) => one.userId !== userId || !deviceIds.includes(one.deviceId))
  return [...others, ...deviceIds.map((deviceId) => ({ userId, deviceId }))].slice(-maxRevocations)
}
