import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/modal'
import { Announcer, applyTheme, Banner, Dialog, Header, Panel, Toast, ViewTransition } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ComponentType, memo, useEffect, useLayoutEffect, useRef } from 'react'
import type { ViewName } from './Modal.ts'
import { servicesAtom } from './services.ts'
import { announcementAtom } from './state/announcement.ts'
import { approvalTitleAtom } from './state/approvals.ts'
import { bannerAtom, dismissNoticeAtom } from './state/banner.ts'
import { connectingAtom } from './state/connecting.ts'
import { leaveEmailChangeAtom } from './state/emailChange.ts'
import { changeEmailAtom } from './state/emailLogin.ts'
import { focusExitAtom, focusWalletAtom, frameShownAtom } from './state/frame.ts'
import { loginTitleAtom, welcomeAtom } from './state/login.ts'
import { closeAtom, isCloseGuardedAtom, refuseCloseAtom, unsignedAtom } from './state/modal.ts'
import { isLoginOnAtom } from './state/project.ts'
import {
  backAtom,
  canGoBackAtom,
  directionAtom,
  exitedAtom,
  isOpenAtom,
  isShakingAtom,
  viewAtom,
} from './state/route.ts'
import { themeAtom } from './state/theme.ts'
import { toastAtom } from './state/toast.ts'
import { Connect } from './views/Connect.tsx'
import { type LazyView, lazyView } from './views/lazyView.tsx'
import { ViewFooter } from './views/ViewFooter.tsx'
import { WalletChoice } from './views/wallets/WalletChoice.tsx'

// The likely next views are loaded once a view shows; the rest on demand.
const Account = lazyView(async () => (await import('./views/Account.tsx')).Account)
const AllWallets = lazyView(async () => (await import('./views/wallets/AllWallets.tsx')).AllWallets)
const ConnectingExternal = lazyView(
  async () => (await import('./views/connecting/ConnectingExternal.tsx')).ConnectingExternal,
)

const loginPlace = <div part="waiting" data-size="login" />
const Welcome = lazyView(async () => (await import('./views/Welcome.tsx')).Welcome, loginPlace)
// In the embedded wallet's chunk, without which neither is shown.
const EmailLogin = lazyView(async () => (await import('./views/EmailLogin.tsx')).EmailLogin, loginPlace)
const ApproveTransaction = lazyView(
  async () => (await import('./views/ApproveTransaction.tsx')).ApproveTransaction,
  <div part="waiting" data-size="frame" />,
)

/** Views of one file, which are in one chunk. */
const viewsOf = <name extends ViewName>(
  load: () => Promise<Record<name, ComponentType>>,
  ...names: readonly name[]
): Record<name, LazyView> =>
  // Each name has its view.
  Object.fromEntries(names.map((name) => [name, lazyView(async () => (await load())[name])])) as Record<name, LazyView>

const account = viewsOf(
  () => import('./views/account/views.ts'),
  'Token',
  'WalletReceive',
  'AccountSettings',
  'MoveFunds',
  'UpgradeToSmartAccount',
  'Permissions',
  'UpdateEmailWallet',
  'ProfileWallets',
  'Networks',
  'SwitchNetwork',
  'SwitchActiveChain',
  'UnsupportedChain',
)
const sending = viewsOf(
  () => import('./views/send/views.ts'),
  'WalletSend',
  'WalletSendToken',
  'WalletSendPreview',
  'WalletSendSent',
)

const views: Record<ViewName, ComponentType> = {
  Connect,
  ConnectWallets: WalletChoice,
  AllWallets,
  ConnectingExternal,
  EmailLogin,
  Account,
  DataCapture: lazyView(async () => (await import('./views/DataCapture.tsx')).DataCapture),
  ApproveTransaction,
  SIWXSignMessage: lazyView(async () => (await import('./sign-in/session-proof/SIWXSignMessage.tsx')).SIWXSignMessage),
  ...viewsOf(
    () => import('./views/social/views.ts'),
    'WhatIsAWallet',
    'GetAWallet',
    'ConnectingSocial',
    'ConnectingFarcaster',
  ),
  ...viewsOf(
    () => import('./views/connecting/pairingViews.ts'),
    'ConnectingWalletConnect',
    'ConnectingWalletConnectBasic',
  ),
  ...account,
  ...sending,
  ...viewsOf(() => import('./swap/views.ts'), 'Swap', 'SwapToken'),
  ...viewsOf(() => import('./buy/views.ts'), 'OnRampProviders', 'OnRampTokenSelect', 'OnRampFiatSelect', 'BuyStatus'),
  ...viewsOf(() => import('./sell/views.ts'), 'Sell', 'SellStatus'),
  ...viewsOf(
    () => import('./exchanges/views.ts'),
    'PayWithExchange',
    'PayWithExchangeSelectAsset',
    'PayWithExchangeStatus',
    'ExchangeDeposit',
  ),
  ...viewsOf(() => import('./names/views.ts'), 'RegisterAccountName', 'RegisterAccountNameSuccess'),
}

const likelyNext: Partial<Record<ViewName, readonly LazyView[]>> = {
  Connect: [EmailLogin, ConnectingExternal, AllWallets, Welcome, Account],
  ConnectWallets: [ConnectingExternal, AllWallets, Account],
  EmailLogin: [Welcome],
  Account: [ApproveTransaction, account.AccountSettings, account.Networks, account.SwitchNetwork],
  WalletSend: [sending.WalletSendPreview],
  Swap: [sending.WalletSendPreview],
}

const connectingViews: readonly ViewName[] = [
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
]

/** The title of the active view: the name of the wallet or provider where it is about one. */
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

/** The surface's content: toast, title bar, the active view, and the slot for the wallet's frame. Opening doesn't redraw it. */
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
  const banner = useAtomValue(bannerAtom)
  const dismiss = useSetAtom(dismissNoticeAtom)
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
        // The wallet's own document shows the request.
        titleHidden={frameShown === 'login' || welcomed !== null}
        closeLabel={commonT('close')}
        backLabel={commonT('back')}
        {...(!isEmbedded && { onClose: close })}
        {...(canGoBack && { onBack: ways[view] ?? back })}
      />
      {banner !== null && (
        <Banner
          variant={banner.variant}
          {...(banner.isDismissible && { onDismiss: dismiss, dismissLabel: t('dismiss') })}
        >
          {banner.message}
        </Banner>
      )}
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

/**
 * The slot for the wallet's iframe. The iframe is a child of the modal's element in the page and is slotted here, so it is inside the top
 * layer without ever being moved, which would reload it.
 *
 * Keyboard focus enters by itself, since the iframe follows the title bar in the tab order. When focus leaves the frame over either edge,
 * the wallet reports it, and focus moves on to the neighbor in the modal.
 */
function FrameArea({ shown }: { shown: 'approval' | 'login' | null }) {
  const place = useRef<HTMLDivElement>(null)
  const focusWallet = useSetAtom(focusWalletAtom)
  const exit = useAtomValue(focusExitAtom)
  useEffect(() => {
    if (shown !== null) focusWallet()
  }, [shown, focusWallet])
  useEffect(() => {
    const buttons = place.current?.closest('dialog')?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? []
    const stops = [...buttons].filter((button) => button.checkVisibility())
    if (exit !== null) (exit.edge === 'start' ? stops.at(-1) : stops[0])?.focus()
  }, [exit])

  return (
    <div ref={place} part="frame" data-shown={shown ?? undefined} hidden={shown === null}>
      <slot name="frame" />
    </div>
  )
}

/** A view that has been on screen for so long is being used. */
const settledMs = 1000

/** Calls a function once the active view is settled and the browser is idle. Returns a function that cancels it. */
const whenIdle = (act: () => void): (() => void) => {
  let cancelIdle = (): void => undefined
  const timer = setTimeout(() => {
    // WebKit has no idle callbacks.
    if (typeof requestIdleCallback === 'undefined') return act()
    const id = requestIdleCallback(act)
    cancelIdle = () => cancelIdleCallback(id)
  }, settledMs)
  return () => {
    clearTimeout(timer)
    cancelIdle()
  }
}
