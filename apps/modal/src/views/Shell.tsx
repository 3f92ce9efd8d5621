import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/modal'
import { Announcer, applyTheme, Banner, Dialog, Header, Panel, Toast, ViewTransition } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ComponentType, memo, useEffect, useLayoutEffect } from 'react'
import type { ViewName } from '../Modal.ts'
import { announcementAtom } from '../state/announcement.ts'
import { approvalTitleAtom } from '../state/approvals.ts'
import { connectingAtom } from '../state/connecting.ts'
import { leaveEmailChangeAtom } from '../state/emailChange.ts'
import { changeEmailAtom } from '../state/emailLogin.ts'
import { frameShownAtom } from '../state/frame.ts'
import { loginTitleAtom, welcomeAtom } from '../state/login.ts'
import { closeAtom, isCloseGuardedAtom, refuseCloseAtom, unsignedAtom } from '../state/modal.ts'
import { isLoginOnAtom } from '../state/project.ts'
import {
  backAtom,
  canGoBackAtom,
  directionAtom,
  exitedAtom,
  isOpenAtom,
  isShakingAtom,
  viewAtom,
} from '../state/route.ts'
import { servicesAtom } from '../state/services.ts'
import { themeAtom } from '../state/theme.ts'
import { toastAtom } from '../state/toast.ts'
import { ApproveTransaction } from './ApproveTransaction.tsx'
import { Connect } from './Connect.tsx'
import { EmailLogin } from './EmailLogin.tsx'
import { FrameArea } from './FrameArea.tsx'
import { type LazyView, lazyView } from './lazyView.tsx'
import { useIsOnline } from './useIsOnline.ts'
import { ViewFooter } from './ViewFooter.tsx'
import { ConnectWallets } from './wallets/ConnectWallets.tsx'
import { whenIdle } from './whenIdle.ts'

// What most likely follows a view is loaded once that one shows; the rest when it is asked for.
const Account = lazyView(async () => (await import('./Account.tsx')).Account)
const AllWallets = lazyView(async () => (await import('./wallets/AllWallets.tsx')).AllWallets)
const ConnectingExternal = lazyView(
  async () => (await import('./connecting/ConnectingExternal.tsx')).ConnectingExternal,
)

const Welcome = lazyView(async () => (await import('./Welcome.tsx')).Welcome, <div part="waiting" data-size="login" />)

const WalletSendPreview = lazyView(async () => (await import('./send/WalletSendPreview.tsx')).WalletSendPreview)
const AccountSettings = lazyView(async () => (await import('./account/AccountSettings.tsx')).AccountSettings)
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
  ConnectingSocial: lazyView(async () => (await import('./social/ConnectingSocial.tsx')).ConnectingSocial),
  ConnectingFarcaster: lazyView(async () => (await import('./social/ConnectingFarcaster.tsx')).ConnectingFarcaster),
  Account,
  WalletReceive: lazyView(async () => (await import('./account/WalletReceive.tsx')).WalletReceive),
  AccountSettings,
  MoveFunds: lazyView(async () => (await import('./account/MoveFunds.tsx')).MoveFunds),
  UpgradeToSmartAccount: lazyView(
    async () => (await import('./account/UpgradeToSmartAccount.tsx')).UpgradeToSmartAccount,
  ),
  Permissions: lazyView(async () => (await import('./account/Permissions.tsx')).Permissions),
  UpdateEmailWallet: lazyView(async () => (await import('./UpdateEmailWallet.tsx')).UpdateEmailWallet),
  ProfileWallets: lazyView(async () => (await import('./profile/ProfileWallets.tsx')).ProfileWallets),
  Networks,
  SwitchNetwork,
  SwitchActiveChain: lazyView(async () => (await import('./SwitchActiveChain.tsx')).SwitchActiveChain),
  UnsupportedChain: lazyView(async () => (await import('./UnsupportedChain.tsx')).UnsupportedChain),
  DataCapture: lazyView(async () => (await import('./DataCapture.tsx')).DataCapture),
  ApproveTransaction,
  SIWXSignMessage: lazyView(async () => (await import('../sign-in/session-proof/SIWXSignMessage.tsx')).SIWXSignMessage),
  WalletSend: lazyView(async () => (await import('./send/WalletSend.tsx')).WalletSend),
  WalletSendToken: lazyView(async () => (await import('./send/WalletSendToken.tsx')).WalletSendToken),
  WalletSendPreview,
  WalletSendSent: lazyView(async () => (await import('./send/WalletSendSent.tsx')).WalletSendSent),
}

const likelyNext: Partial<Record<ViewName, readonly LazyView[]>> = {
  Connect: [ConnectingExternal, AllWallets, Welcome, Account],
  ConnectWallets: [ConnectingExternal, AllWallets, Account],
  EmailLogin: [Welcome],
  Account: [AccountSettings, Networks, SwitchNetwork],
  WalletSend: [WalletSendPreview],
}

const connectingViews: readonly ViewName[] = [
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
]

/** What the view in front is called: by the wallet or provider where it is about one. */
const useTitle = (view: ViewName): string => {
  const connecting = useAtomValue(connectingAtom)
  const isLoginOn = useAtomValue(isLoginOnAtom)
  const provider = useAtomValue(loginTitleAtom) ?? ''
  const asked = useAtomValue(approvalTitleAtom)
  if (connectingViews.includes(view) && connecting.status !== 'idle' && connecting.target.group !== 'walletConnect')
    return connecting.target.name
  if (view === 'ConnectingSocial' || view === 'ConnectingFarcaster') return provider
  if (view === 'ApproveTransaction' && asked !== null) return t(`approval.${asked}`)
  return t(`title.${view === 'Connect' && !isLoginOn ? 'ConnectWallets' : view}`)
}

/** The modal around its views: the dialog, or the place in the page, the theme, and the live region. */
export function Shell({ root }: { root: ShadowRoot }) {
  const open = useAtomValue(isOpenAtom)
  const view = useAtomValue(viewAtom)
  const isEmbedded = useAtomValue(servicesAtom).settings.embedded !== undefined
  const isGuarded = useAtomValue(isCloseGuardedAtom)
  const isShaking = useAtomValue(isShakingAtom)
  const said = useAtomValue(announcementAtom)
  const theme = useAtomValue(themeAtom)
  const isWelcoming = useAtomValue(welcomeAtom) !== null
  const close = useSetAtom(closeAtom)
  const refuseClose = useSetAtom(refuseCloseAtom)
  const exited = useSetAtom(exitedAtom)

  useEffect(() => {
    if (!open) return undefined
    return whenIdle(() => {
      for (const next of likelyNext[view] ?? []) next.preload()
    })
  }, [open, view])

  useLayoutEffect(() => applyTheme(root, theme.mode, theme.variables), [root, theme])

  const title = useTitle(view)
  if (isEmbedded) return <Embedded title={title} said={said} />
  return (
    <>
      <Dialog
        open={open}
        label={title}
        onClose={close}
        closeDisabled={isGuarded}
        onCloseRefused={refuseClose}
        onExited={exited}
        lingering={isWelcoming}
        shaking={isShaking}
      >
        <Content />
        <Announcer message={open || isWelcoming ? said : ''} />
      </Dialog>
      {/* While the modal is open the page outside it is inert and silent; once it is closed, so is the inside. */}
      <Announcer message={open ? '' : said} />
    </>
  )
}

/** What is on the surface: toast, title bar, the view in front, and the place of the wallet's frame. Opening draws none of it anew. */
const Content = memo(function Content() {
  const view = useAtomValue(viewAtom)
  const direction = useAtomValue(directionAtom)
  const canGoBack = useAtomValue(canGoBackAtom)
  const { settings, Logo } = useAtomValue(servicesAtom)
  const { mode } = useAtomValue(themeAtom)
  const isEmbedded = settings.embedded !== undefined
  const frameShown = useAtomValue(frameShownAtom)
  const welcomed = useAtomValue(welcomeAtom)
  const toast = useAtomValue(toastAtom)
  const isOnline = useIsOnline()
  const close = useSetAtom(useAtomValue(unsignedAtom) === undefined ? closeAtom : refuseCloseAtom)
  const back = useSetAtom(backAtom)
  const changeEmail = useSetAtom(changeEmailAtom)
  const leaveEmailChange = useSetAtom(leaveEmailChangeAtom)
  const ways: Partial<Record<ViewName, () => void>> = { EmailLogin: changeEmail, UpdateEmailWallet: leaveEmailChange }
  const View = views[view]
  return (
    <>
      {toast !== null && <Toast key={toast.id} variant={toast.variant} message={toast.message} />}
      <Header
        title={useTitle(view)}
        // The wallet's own document says what is asked.
        titleHidden={frameShown === 'login' || welcomed !== null}
        closeLabel={commonT('close')}
        backLabel={commonT('back')}
        {...(!isEmbedded && { onClose: close })}
        {...(canGoBack && { onBack: ways[view] ?? back })}
      />
      {!isOnline && <Banner variant="warning">{t('offline')}</Banner>}
      <div hidden={frameShown !== null}>
        {Logo && <Logo mode={mode} view={view} />}
        <ViewTransition viewKey={welcomed === null ? view : 'Welcome'} direction={direction}>
          {welcomed === null ? <View /> : <Welcome />}
        </ViewTransition>
        <ViewFooter view={view} />
      </div>
      <FrameArea shown={frameShown} />
    </>
  )
})

/** The same as a part of the page: nothing over it, nothing inert, and no way to close it. */
function Embedded({ title, said }: { title: string; said: string }) {
  return (
    <section part="embedded" aria-label={title}>
      <Panel>
        <Content />
      </Panel>
      <Announcer message={said} />
    </section>
  )
}
