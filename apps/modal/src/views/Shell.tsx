import { Announcer, applyTheme, Banner, Dialog, Header, Toast, ViewTransition } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ComponentType, useLayoutEffect } from 'react'
import type { ViewName } from '../Modal.ts'
import { announcementAtom } from '../state/announcement.ts'
import { changeEmailAtom } from '../state/emailLogin.ts'
import { frameShownAtom } from '../state/frame.ts'
import { closeAtom, isCloseGuardedAtom, refuseCloseAtom } from '../state/modal.ts'
import { backAtom, exitedAtom, isShakingAtom, routeAtom, routerAtom } from '../state/route.ts'
import { themeAtom } from '../state/theme.ts'
import { toastAtom } from '../state/toast.ts'
import { say } from '../words/say.ts'
import { Account } from './Account.tsx'
import { ApproveTransaction } from './ApproveTransaction.tsx'
import { Connect } from './Connect.tsx'
import { EmailLogin } from './EmailLogin.tsx'
import { FrameArea } from './FrameArea.tsx'
import { Networks } from './Networks.tsx'
import { SwitchNetwork } from './SwitchNetwork.tsx'
import { UnsupportedChain } from './UnsupportedChain.tsx'
import { useIsOnline } from './useIsOnline.ts'
import { ViewFooter } from './ViewFooter.tsx'

const views: Partial<Record<ViewName, ComponentType>> = {
  Connect,
  EmailLogin,
  Account,
  Networks,
  SwitchNetwork,
  UnsupportedChain,
  ApproveTransaction,
}

/** The modal around its views: dialog, title bar, transitions, toast, live region, and the place of the wallet's frame. */
export function Shell({ root }: { root: ShadowRoot }) {
  const { open, history, direction } = useAtomValue(routerAtom)
  const { view } = useAtomValue(routeAtom)
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

  useLayoutEffect(() => applyTheme(root, theme.mode, theme.variables), [root, theme])

  const View = views[view] ?? Connect
  const title = say(`title.${view}`)
  const canGoBack = history.length > 1 && view !== 'ApproveTransaction'
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
        {toast !== null && <Toast key={toast.id} variant={toast.variant} message={toast.message} />}
        <Header
          title={title}
          onClose={close}
          closeLabel={say('close')}
          backLabel={say('back')}
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
        <Announcer message={open ? said : ''} />
      </Dialog>
      {/* While the modal is open the page outside it is inert and silent; once it is closed, so is the inside. */}
      <Announcer message={open ? '' : said} />
    </>
  )
}
