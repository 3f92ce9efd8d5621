import { createApiClient, deviceCredentials, walletEndpoints } from '@latchkey/api-client'
import { getLanguage, withCopy } from '@latchkey/copy'
import { t as linkT } from '@latchkey/copy/linkPage'
import { t } from '@latchkey/copy/settings'
import { type Appearance, connectVault, createVaultStage } from '@latchkey/vault-protocol'
import { readFrameFacts } from '../../boundary/frameFacts.ts'
import { walletPage } from '../../boundary/walletPage.ts'
import { createChallengeSolver } from '../../challenge/createChallengeSolver.ts'
import { solveInDocument } from '../../challenge/solveInDocument.ts'
import { challengeWorkerStarter } from '../../challenge/startChallengeWorker.ts'
import { withChallenges } from '../../challenge/withChallenges.ts'
import { loadOnce } from '../../loadOnce.ts'
import { openSignInWindow } from '../../login/openSignInWindow.ts'
import type { CallApi, Lock } from '../../session/callApi.ts'
import { createPause } from '../../session/createPause.ts'
import { createSession } from '../../session/createSession.ts'
import { createVaultLink } from '../../session/createVaultLink.ts'
import { createEmailChange } from '../../session/emailChange.ts'
import { indexedDbSessionStore } from '../../session/indexedDbSessionStore.ts'
import { openTabChannel } from '../../session/openTabChannel.ts'
import { createStepUp } from '../../session/stepUp.ts'
import { showWords } from '../../views/showWords.ts'
import { forgetAgreedOrigins } from '../social/agreedOrigins.ts'
import { createSettings } from './createSettings.ts'
import { createProviderSteps } from './logins/createProviderSteps.ts'
import { mountSettings } from './mountSettings.tsx'
import { idleLimitMs, watchIdle } from './watchIdle.ts'

/** The page of a person who comes to the wallet without a dapp: their account, as a page of its own. */
export const startSettings = async (window: Window): Promise<void> => {
  const { document } = window
  const solver = createChallengeSolver({ startWorker: challengeWorkerStarter(), solveHere: solveInDocument })
  const page = walletPage(window)
  if (page === null) {
    return showWords(document, t('framed'), linkT('framed.body'))
  }
  const facts = readFrameFacts(document)
  const { projectId } = page
  const stage = createVaultStage(window)
  const { signal } = new AbortController()
  const vault = createVaultLink(() =>
    connectVault({ vaultOrigin: facts.vaultOrigin, projectId, language: getLanguage(), document, stage, signal }),
  )
  const credentials = deviceCredentials({ prove: async (input) => (await vault.proveDevice(input)).proof })
  const client = createApiClient({ endpoints: walletEndpoints, ...facts, projectId, credentials })
  const api = withChallenges(client.call as CallApi, solver)
  const lock: Lock = (name, work) => navigator.locks.request(name, work) as ReturnType<typeof work>
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
      if (ending === 'signOut') forgetAgreedOrigins(window)
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
      await (await import('./account/readHoldings.ts')).readHoldings(client, page.projectId, wallet),
    stage,
    openWindow: () => openSignInWindow(window),
    appearance,
    now: Date.now,
  })

  mountSettings(document.body.appendChild(document.createElement('div')), settings)
  tabs.listen(() => void settings.lookAgain())
  watchIdle(window, idleLimitMs, () => void settings.lock())
  await settings.open()
  // Nobody waits for this; what cannot be delivered now is delivered next time.
  void session.deliverEnds().catch(() => undefined)
  void session.finishLeft().catch(() => undefined)
}
