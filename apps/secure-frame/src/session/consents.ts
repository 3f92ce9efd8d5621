import type { Page } from '../boundary/Page.ts'
import type { PageChains } from './pageChains.ts'
import type { Consent, StoredItems } from './storedItems.ts'

/** What people have agreed to: per page, project and person. */

export const isConsentOf = (page: Page, userId: string) => (consent: Consent) =>
  consent.origin === page.origin && consent.projectId === page.projectId && consent.userId === userId

/** Whether whoever is signed in has agreed to this page. */
export const isAgreed = ({ session, consents }: StoredItems, page: Page): boolean =>
  session !== null && consents.some(isConsentOf(page, session.userId))

/** The consents once this person has agreed to this page, which is on these chains. What they have chosen before stays. */
export const withConsent = ({ consents }: StoredItems, page: Page, userId: string, chains: PageChains): Consent[] => {
  const isMine = isConsentOf(page, userId)
  const { accountType } = consents.find(isMine) ?? {}
  const mine = { origin: page.origin, projectId: page.projectId, userId, accountType, ...chains }
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
