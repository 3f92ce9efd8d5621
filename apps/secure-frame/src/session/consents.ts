import type { Page } from '../boundary/Page.ts'
import type { PageChains } from './pageChains.ts'
import type { Consent, StoredItems } from './storedItems.ts'

/** What people have agreed to: per page, project and person. */

export const isConsentOf = (page: Page, userId: string) => (consent: Consent) =>
  consent.origin === page.origin && consent.projectId === page.projectId && consent.userId === userId

/** Whether whoever is signed in has agreed to this page. */
export const isAgreed = ({ session, consents }: StoredItems, page: Page): boolean =>
  session !== null && consents.some(isConsentOf(page, session.userId))

/** The consents once this person has agreed to this page, which is on these chains. */
export const withConsent = ({ consents }: StoredItems, page: Page, userId: string, chains: PageChains): Consent[] => [
  ...consents.filter((consent) => !isConsentOf(page, userId)(consent)),
  { origin: page.origin, projectId: page.projectId, userId, ...chains },
]
