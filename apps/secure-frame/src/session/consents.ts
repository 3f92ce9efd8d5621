import type { IdTokenScope } from '@latchkey/api-client'
import type { Page } from '../boundary/Page.ts'
import type { Caller } from './Caller.ts'
import type { PageChains } from './pageChains.ts'
import type { Consent, StoredItems } from './storedItems.ts'

/** What people have agreed to: per page, project and person. */

export const isConsentOf = (page: Pick<Page, 'origin' | 'projectId'>, userId: string) => (consent: Consent) =>
  consent.origin === page.origin && consent.projectId === page.projectId && consent.userId === userId

/** Whether whoever is signed in has agreed to this page. */
export const isAgreed = ({ session, consents }: StoredItems, page: Page): boolean =>
  session !== null && consents.some(isConsentOf(page, session.userId))

/** The consents once this person has agreed to this page, which is on these chains. What they have chosen before stays. */
export const withConsent = ({ consents }: StoredItems, page: Page, userId: string, chains: PageChains): Consent[] => {
  const isMine = isConsentOf(page, userId)
  const { accountType, scopes } = consents.find(isMine) ?? {}
  const mine = { origin: page.origin, projectId: page.projectId, userId, accountType, scopes, ...chains }
  return [...consents.filter((consent) => !isMine(consent)), mine]
}

/** Which kind of account whoever is signed in would have on this page. */
export const accountTypeOn = ({ session, consents }: StoredItems, page: Page): Consent['accountType'] =>
  session === null ? undefined : consents.find(isConsentOf(page, session.userId))?.accountType

/** With that kind, if they have agreed to this page. */
export const withAccountType = (items: StoredItems, page: Page, accountType: Consent['accountType']): StoredItems => {
  const { session, consents } = items
  if (session === null) return items
  const isMine = isConsentOf(page, session.userId)
  return { ...items, consents: consents.map((consent) => (isMine(consent) ? { ...consent, accountType } : consent)) }
}

/** Whether whoever this is lets the page know all of that. */
export const letsKnow = ({ consents }: StoredItems, caller: Caller, scopes: readonly IdTokenScope[]): boolean => {
  const known = consents.find(isConsentOf(caller, caller.userId))?.scopes ?? []
  return scopes.every((scope) => known.includes(scope))
}

/** With that, as long as it is their session still. */
export const withScopes = (items: StoredItems, caller: Caller, scopes: readonly IdTokenScope[]): StoredItems => {
  if (items.session?.sessionId !== caller.sessionId) return items
  const isMine = isConsentOf(caller, caller.userId)
  const add = (consent: Consent): Consent => ({
    ...consent,
    scopes: [...new Set([...(consent.scopes ?? []), ...scopes])],
  })
  return { ...items, consents: items.consents.map((consent) => (isMine(consent) ? add(consent) : consent)) }
}
