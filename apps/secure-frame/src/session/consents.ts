import type { IdTokenScope } from '@latchkey/api-client'
import type { Page } from '../boundary/Page.ts'
import type { Caller } from './Caller.ts'
import type { PageChains } from './pageChains.ts'
import type { Consent, StoredItems } from './storedItems.ts'

/** Users' consents: per page, project and user. */

export const isConsentOf = (page: Pick<Page, 'origin' | 'projectId'>, userId: string) => (consent: Consent) =>
  consent.origin === page.origin && consent.projectId === page.projectId && consent.userId === userId

/** Returns whether the signed-in user has agreed to this page. */
export const isAgreed = ({ session, consents }: StoredItems, page: Page): boolean =>
  session !== null && consents.some(isConsentOf(page, session.userId))

/** Adds the consent of this user for this page, which is on these chains. Their earlier choices stay. */
export const withConsent = ({ consents }: StoredItems, page: Page, userId: string, chains: PageChains): Consent[] => {
  const isMine = isConsentOf(page, userId)
  const { accountType, scopes } = consents.find(isMine) ?? {}
  const mine = { origin: page.origin, projectId: page.projectId, userId, accountType, scopes, ...chains }
  return [...consents.filter((consent) => !isMine(consent)), mine]
}

/** Returns the account type that the signed-in user prefers on this page. */
export const accountTypeOn = ({ session, consents }: StoredItems, page: Page): Consent['accountType'] =>
  session === null ? undefined : consents.find(isConsentOf(page, session.userId))?.accountType

/** Sets that type, if they have agreed to this page. */
export const withAccountType = (items: StoredItems, page: Page, accountType: Consent['accountType']): StoredItems => {
  const { session, consents } = items
  if (session === null) return items
  const isMine = isConsentOf(page, session.userId)
  return { ...items, consents: consents.map((consent) => (isMine(consent) ? { ...consent, accountType } : consent)) }
}

/** Returns whether the caller's user shares all of these scopes with the page. */
export const letsKnow = ({ consents }: StoredItems, caller: Caller, scopes: readonly IdTokenScope[]): boolean => {
  const known = consents.find(isConsentOf(caller, caller.userId))?.scopes ?? []
  return scopes.every((scope) => known.includes(scope))
}

/** Adds the scopes, as long as it is still their session. */
export const withScopes = (items: StoredItems, caller: Caller, scopes: readonly IdTokenScope[]): StoredItems => {
  if (items.session?.sessionId !== caller.sessionId) return items
  const isMine = isConsentOf(caller, caller.userId)
  const add = (consent: Consent): Consent => ({
    ...consent,
    scopes: [...new Set([...(consent.scopes ?? []), ...scopes])],
  })
  return { ...items, consents: items.consents.map((consent) => (isMine(consent) ? add(consent) : consent)) }
}
