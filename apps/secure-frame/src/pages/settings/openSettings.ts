import { type ApiClient, type walletEndpoints, walletProjectId } from '@latchkey/api-client'
import { withCopy } from '@latchkey/copy'
import { t as linkT } from '@latchkey/copy/linkPage'
import { t } from '@latchkey/copy/settings'
import type { Appearance } from '@latchkey/vault-protocol'
import { readFrameFacts } from '../../boundary/frameFacts.ts'
import { asPage, type Page } from '../../boundary/Page.ts'
import { connectServices } from '../../connectServices.ts'
import { loadOnce } from '../../loadOnce.ts'
import { openSignInWindow } from '../../login/openSignInWindow.ts'
import { createPause } from '../../session/createPause.ts'
import { createSession } from '../../session/createSession.ts'
import { createEmailChange } from '../../session/emailChange.ts'
import { indexedDbSessionStore } from '../../session/indexedDbSessionStore.ts'
import { openTabChannel } from '../../session/openTabChannel.ts'
import type { Session } from '../../session/Session.ts'
import { createStepUp } from '../../session/stepUp.ts'
import { showWords } from '../../views/showWords.ts'
import { createSettings } from './createSettings.ts'
import { createProviderSteps } from './logins/createProviderSteps.ts'
import type { Settings, SettingsLine } from './Settings.ts'

export type OpenedSettings = {
  settings: Settings & SettingsLine
  session: Session
  client: ApiClient<typeof walletEndpoints>
  apiUrl: string
}

/**
 * Opens the session, vault and step-up for a page of the wallet origin that signs its user in. Null when the page is embedded, which it
 * then shows. `onSignOut` deletes the page's stored data of its user.
 */
export const openSettings = (window: Window, onSignOut: () => void): OpenedSettings | null => {
  const { document } = window
  const page = walletPage(window)
  if (page === null) {
    showWords(document, t('framed'), linkT('framed.body'))
    return null
  }
  const facts = readFrameFacts(document)
  const { projectId } = page
  const { stage, vault, client, api, lock } = connectServices(window, facts, projectId)
  const tabs = openTabChannel()
  const pause = createPause(document)
  const store = indexedDbSessionStore('latchkey-wallet')
  const session = createSession({
    api,
    vault,
    store,
    lock,
    pause,
    walletOrigin: page.origin,
    now: Date.now,
    defaultChainId: 'eip155:1',
    smartAccountOn: async (chainId, owner) => (await permissions()).smartAccounts.on(chainId, owner),
    onEnd: (ending) => {
      if (ending === 'signOut') onSignOut()
      settings.ended(ending)
    },
    tellTabs: tabs.tell,
  })
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)')
  const appearance = (): Appearance => ({ mode: prefersDark.matches ? 'dark' : 'light' })
  const permissions = loadOnce(async () => {
    const { openPermissions } = await withCopy(import('./permissions/openPermissions.ts'))
    return await openPermissions({ window, page, session, client, lock, appearance })
  })
  const stepUp = createStepUp({ api, session, page })
  const settings = createSettings({
    page,
    session,
    stepUp,
    emailChange: createEmailChange({ api, store, pause, session }),
    providerSteps: createProviderSteps({
      ...{ api, vault, pause, walletOrigin: page.origin, page, session, stepUp, appearance },
      openWindow: () => openSignInWindow(window),
    }),
    providers: async () => (await api('listProviders', {})).providers,
    permissions,
    holdings: async (wallet) =>
      await (await import('./account/readHoldings.ts')).readHoldings(client, { ...facts, projectId }, wallet),
    stage,
    openWindow: () => openSignInWindow(window),
    appearance,
    now: Date.now,
  })

  tabs.listen(() => void settings.lookAgain())
  return { settings, session, client, apiUrl: facts.apiUrl }
}

/**
 * Opens the wallet's own page, which users visit without a dapp; null when it is embedded, because the embedding page has not
 * been verified.
 */
const walletPage = (window: Window): Page | null =>
  window.parent === window ? asPage(window.location.origin, walletProjectId, 5) : null
