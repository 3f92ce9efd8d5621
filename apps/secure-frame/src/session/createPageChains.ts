import type { Page } from '../boundary/Page.ts'
import { isConsentOf } from './consents.ts'
import { chainIn, type PageChains, switchedTo, withChain } from './pageChains.ts'
import type { Session } from './Session.ts'
import type { SessionStore } from './sessionStore.ts'

/** The chains of each page, stored with its user's consent. `beforeLogin`: those of a page without a signed-in user. */
export const createPageChains = (
  store: SessionStore,
  defaultChainId: string,
): Pick<Session, 'chainOf' | 'setChain' | 'switchChain'> & { beforeLogin(): PageChains } => {
  let beforeLogin: PageChains = { chainId: defaultChainId }
  const change = async (page: Page, changed: (chains: PageChains) => PageChains): Promise<void> => {
    beforeLogin = changed(beforeLogin)
    await store.update((items) => {
      const isMine = items.session === null ? () => false : isConsentOf(page, items.session.userId)
      return {
        ...items,
        consents: items.consents.map((consent) => (isMine(consent) ? { ...consent, ...changed(consent) } : consent)),
      }
    })
  }
  return {
    beforeLogin: () => beforeLogin,
    async chainOf(page, namespace) {
      const { session, consents } = await store.read()
      const consent = session === null ? undefined : consents.find(isConsentOf(page, session.userId))
      const chains = consent ?? beforeLogin
      return namespace === undefined ? chains.chainId : chainIn(chains, namespace)
    },
    setChain: (page, chainId) => change(page, (chains) => withChain(chains, chainId)),
    switchChain: (page, chainId) => change(page, (chains) => switchedTo(chains, chainId)),
  }
}
