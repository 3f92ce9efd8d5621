import { Announcer, applyTheme, Banner, Dialog, Header, Panel, Toast, ViewTransition } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect } from 'react'
import type { ViewName } from '../Modal.ts'
import { announcementAtom } from '../state/announcement.ts'
import { connectingAtom } from '../state/connecting.ts'
import { changeEmailAtom } from '../state/emailLogin.ts'
import { frameShownAtom } from '../state/frame.ts'
import { closeAtom, isCloseGuardedAtom, refuseCloseAtom } from '../state/modal.ts'
import { isEmailOnAtom } from '../state/project.ts'
import { backAtom, exitedAtom, isShakingAtom, routeAtom, routerAtom } from '../state/route.ts'
import { servicesAtom } from '../state/services.ts'
import { themeAtom } from '../state/theme.ts'
import { toastAtom } from '../state/toast.ts'
import { say } from '../words/say.ts'
import { ApproveTransaction } from './ApproveTransaction.tsx'
import { Connect } from './Connect.tsx'
import { EmailLogin } from './EmailLogin.tsx'
import { FrameArea } from './FrameArea.tsx'
import { type LazyView, lazyView } from './lazyView.tsx'
import { useIsOnline } from './useIsOnline.ts'
import { ViewFooter } from './ViewFooter.tsx'
import { ConnectWallets } from './wallets/ConnectWallets.tsx'

// What most likely follows a view is loaded once that one shows; the rest when it is asked for.
const Account = lazyView(async () => (await import('./Account.tsx')).Account)
const AllWallets = lazyView(async () => (await import('./wallets/AllWallets.tsx')).AllWallets)
const ConnectingExternal = lazyView(
  async () => (await import('./connecting/ConnectingExternal.tsx')).ConnectingExternal,
)

const Networks = lazyView(async () => (await import('./Networks.tsx')).Networks)
const SwitchNetwork = lazyView(async () => (await import('./SwitchNetwork.tsx')).SwitchNetwork)

const views: Record<ViewName, ComponentType> = {
  Connect,
  ConnectWallets,
  AllWallets,
  ConnectingExternal,
  ConnectingWalletConnect: lazyView(
    async () => (await import('./connecting/ConnectingWalletConnect.tsx')).ConnectingWalletConnect,
  ),
  ConnectingWalletConnectBasic: lazyView(
    async () => (await import('./connecting/ConnectingWalletConnectBasic.tsx')).ConnectingWalletConnectBasic,
  ),
  WhatIsAWallet: lazyView(async () => (await import('./help/WhatIsAWallet.tsx')).WhatIsAWallet),
  GetAWallet: lazyView(async () => (await import('./help/GetAWallet.tsx')).GetAWallet),
  EmailLogin,
  Account,
  ProfileWallets: lazyView(async () => (await import('./profile/ProfileWallets.tsx')).ProfileWallets),
  Networks,
  SwitchNetwork,
  SwitchActiveChain: lazyView(async () => (await import('./SwitchActiveChain.tsx')).SwitchActiveChain),
  UnsupportedChain: lazyView(async () => (await import('./UnsupportedChain.tsx')).UnsupportedChain),
  ApproveTransaction,
}

const likelyNext: Partial<Record<ViewName, readonly LazyView[]>> = {
  Connect: [ConnectingExternal, AllWallets, Account],
  ConnectWallets: [ConnectingExternal, AllWallets, Account],
  Account: [Networks, SwitchNetwork],
}

const connectingViews: readonly ViewName[] = [
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
]

/** What the view in front is called: by the wallet where it is about one. */
const useTitle = (view: ViewName): string => {
  const connecting = useAtomValue(connectingAtom)
  const isEmailOn = useAtomValue(isEmailOnAtom)
  if (connectingViews.includes(view) && connecting.status !== 'idle' && connecting.target.group !== 'walletConnect')
    return connecting.target.name
  return say(`title.${view === 'Connect' && !isEmailOn ? 'ConnectWallets' : view}`)
}

/** The modal around its views: dialog, title bar, transitions, toast, live region, and the place of the wallet's frame. */
export function Shell({ root }: { root: ShadowRoot }) {
  const { open, history, direction } = useAtomValue(routerAtom)
  const { view } = useAtomValue(routeAtom)
  const isEmbedded = useAtomValue(servicesAtom).settings.embedded !== undefined
  const isGuarded = useAtomValue(isCloseGuardedAtom)
  const isShaking = useAtomValue(isShakingAtom)
  const frameShown = useAtomValue(frameShownAtom)
  const toast = useAtomValue(toastAtom)
  const said = useAtomValue(announcementAtom)
  const theme = useAtomValue(themeAtom)
  const isOnline = useIsOnline()
  const close = useSetAtom(closeAtom)
  const refuseClose = useSetAtom(refuseCloseAtom)
  const exited = useSetAtom(exitedAtom)
  const back = useSetAtom(backAtom)
  const changeEmail = useSetAtom(changeEmailAtom)

  useEffect(() => {
    for (const next of open ? (likelyNext[view] ?? []) : []) next.preload()
  }, [open, view])

  useLayoutEffect(() => applyTheme(root, theme.mode, theme.variables), [root, theme])

  const View = views[view]
  const title = useTitle(view)
  const canGoBack = history.length > 1 && view !== 'ApproveTransaction'
  const content = (
    <>
      {toast !== null && <Toast key={toast.id} variant={toast.variant} message={toast.message} />}
      <Header
        title={title}
        closeLabel={say('close')}
        backLabel={say('back')}
        {...(!isEmbedded && { onClose: close })}
        {...(canGoBack && { onBack: view === 'EmailLogin' ? changeEmail : back })}
      />
      {!isOnline && <Banner variant="warning">{say('offline')}</Banner>}
      <div hidden={frameShown !== null}>
        <ViewTransition viewKey={view} direction={direction}>
          <View />
        </ViewTransition>
        <ViewFooter view={view} />
      </div>
      <FrameArea shown={frameShown} />
    </>
  )
  if (isEmbedded) return <Embedded title={title} said={said} content={content} />
  return (
    <>
      <Dialog
        open={open}
        label={title}
        onClose={close}
        closeDisabled={isGuarded}
        onCloseRefused={refuseClose}
        onExited={exited}
        shaking={isShaking}
      >
        {content}
        <Announcer message={open ? said : ''} />
      </Dialog>
      {/* While the modal is open the page outside it is inert and silent; once it is closed, so is the inside. */}
      <Announcer message={open ? '' : said} />
    </>
  )
}

/** The same as a part of the page: nothing over it, nothing inert, and no way to close it. */
function Embedded({ title, said, content }: { title: string; said: string; content: ReactNode }) {
  return (
    <section part="embedded" aria-label={title}>
      <Panel>{content}</Panel>
      <Announcer message={said} />
    </section>
  )
}
