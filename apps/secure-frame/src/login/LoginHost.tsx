import { withCopy } from '@latchkey/copy'
import { t } from '@latchkey/copy/signIn'
import { applyTheme, Panel, Spinner, Text } from '@latchkey/ui'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { OriginRow } from '../approvals/screen/OriginRow.tsx'
import type { Watch } from '../approvals/screen/watchVisibility.ts'
import type { Surface } from '../views/Surface.ts'
import { VaultView, type VaultViewProps } from '../views/VaultView.tsx'
import { CodeScreen } from './CodeScreen.tsx'
import type { FrameLogin } from './createFrameLogin.ts'
import { LazyView } from './LazyView.tsx'

export type LoginHostProps = {
  login: Pick<FrameLogin, 'current' | 'subscribe'>
  surface: Surface
  /** Where the vault asks what no other document may know. */
  stage: VaultViewProps['stage']
  /** What counts as seen; null where approvals have a window of their own. */
  watch: Watch | null
}

/** Few sign-ins come to it. */
const loadFound = async () => (await withCopy(import('./FoundScreen.tsx'))).FoundScreen

/** What proves an email while a page waits for it, in the page's theme; nothing while none does. */
export function LoginHost({ login, surface, stage, watch }: LoginHostProps) {
  const screen = useSyncExternalStore(login.subscribe, login.current)
  const { theme, claim, brand } = useSyncExternalStore(surface.subscribe, surface.state)
  const asked = useSyncExternalStore(stage.subscribe, stage.screen)

  useLayoutEffect(() => applyTheme(document, theme.mode, theme.variables), [theme])

  if (screen === null) return null
  const { origin, purpose, step, found, signIn, leave } = screen
  if (asked !== null) {
    return (
      <Panel shape="page">
        <main className="login-screen">
          <OriginRow caller={{ origin }} claim={claim} />
          <VaultView stage={stage} className="login-vault" />
        </main>
      </Panel>
    )
  }
  const links = brand?.links
  if (found !== null) {
    const props = { origin, claim, links, step: found, onLeave: leave }
    return <LazyView load={loadFound} props={props} waiting={<Opening />} />
  }
  return step === null ? (
    <Opening />
  ) : (
    <CodeScreen
      // Another step starts with another field, and so does another message: what was typed before is not about it.
      key={`${purpose.kind} ${step.state().email} ${signIn?.message.text}`}
      origin={origin}
      claim={claim}
      links={links}
      purpose={purpose}
      step={step}
      signIn={signIn}
      watch={watch}
      onLeave={leave}
    />
  )
}

function Opening() {
  return (
    <Panel shape="page">
      <main className="login-wait">
        <Spinner label="" size={28} />
        <Text>{t('opening')}</Text>
      </main>
    </Panel>
  )
}
