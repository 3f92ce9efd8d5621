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
  /** The element in which the vault asks questions that no other document may see. */
  stage: VaultViewProps['stage']
  /** The test for being visible; null where approvals have a separate window. */
  watch: Watch | null
}

/** Loaded on demand: few sign-ins need it. */
const loadFound = async () => (await withCopy(import('./FoundScreen.tsx'))).FoundScreen

/** Shows the proof of an email while a page waits for it, in the page's theme; otherwise nothing. */
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
      // Another step or another message starts with a new field: earlier input does not belong to it.
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
