import { applyTheme, Panel, Spinner, Text } from '@latchkey/ui'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import type { Surface } from '../views/Surface.ts'
import { CodeScreen } from './CodeScreen.tsx'
import type { LoginDesk } from './createLoginDesk.ts'

export type LoginHostProps = { login: Pick<LoginDesk, 'current' | 'subscribe'>; surface: Surface }

/** The login that a page waits for, in the page's theme; nothing while none does. */
export function LoginHost({ login, surface }: LoginHostProps) {
  const screen = useSyncExternalStore(login.subscribe, login.current)
  const { theme, claim } = useSyncExternalStore(surface.subscribe, surface.state)

  useLayoutEffect(() => applyTheme(document, theme.mode, theme.variables), [theme])

  if (screen === null) return null
  const { origin, step, leave } = screen
  return step === null ? (
    <Panel shape="page">
      <main className="login-wait">
        <Spinner label="" size={28} />
        <Text>Opening your wallet…</Text>
      </main>
    </Panel>
  ) : (
    <CodeScreen origin={origin} claim={claim} step={step} onLeave={leave} />
  )
}
