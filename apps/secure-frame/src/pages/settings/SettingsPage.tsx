import { Banner, Button, ErrorState, Icon, Panel, Spinner, Text } from '@latchkey/ui'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useOnline } from '../../approvals/screen/useOnline.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { nameOf, type Settings } from './createSettings.ts'
import { SectionView } from './SectionView.tsx'
import { Sidebar } from './Sidebar.tsx'
import { SignInScreen } from './SignInScreen.tsx'
import { settingsWords } from './settingsWords.ts'
import { useAction } from './useAction.ts'
import { useSection } from './useSection.ts'
import { VaultQuestion } from './VaultQuestion.tsx'

/** The whole page: who is signed in decides what of it is there. */
export function SettingsPage({ settings }: { settings: Settings }) {
  const state = useSyncExternalStore(settings.subscribe, settings.state)
  const section = useSection()
  const isOnline = useOnline()

  return (
    <Panel shape="page">
      {!isOnline && <Banner variant="warning">You are offline. What you see may be old.</Banner>}
      {state.kind === 'open' ? (
        <div className="settings">
          <Sidebar current={section} name={nameOf(state.person)} />
          <main className="settings-main">
            <VaultQuestion stage={settings.stage}>
              <SectionView key={section} section={section} settings={settings} person={state.person} />
            </VaultQuestion>
          </main>
          <ConfirmDialog confirming={settings.confirming} stage={settings.stage} />
        </div>
      ) : (
        <main className="settings-alone">
          <p className="settings-brand">
            <Icon name="wallet" />
            Your wallet
          </p>
          {state.kind === 'opening' && (
            <div className="settings-wait" role="status">
              <Spinner label="" size={28} />
              <Text>Opening your wallet…</Text>
            </div>
          )}
          {state.kind === 'failed' && (
            <Alone title="Your wallet">
              <ErrorState
                title="The wallet could not be opened"
                description={settingsWords(state.error, isOnline)}
                action={{ label: 'Try again', onClick: () => void settings.open() }}
              />
            </Alone>
          )}
          {state.kind === 'signedOut' && (
            <VaultQuestion stage={settings.stage}>
              <SignInScreen settings={settings} state={state} />
            </VaultQuestion>
          )}
          {state.kind === 'locked' && <LockedScreen settings={settings} name={state.name} />}
        </main>
      )}
    </Panel>
  )
}

function Alone({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="settings-card">
      <h1 className="lk-hidden">{title}</h1>
      {children}
    </section>
  )
}

function LockedScreen({ settings, name }: { settings: Settings; name: string | null }) {
  const { isBusy, run } = useAction()
  return (
    <section className="settings-card settings-locked">
      <span className="settings-glyph">
        <Icon name="lock" size={26} />
      </span>
      <h1 className="settings-title">Your wallet is locked</h1>
      {name !== null && (
        <Text tone="secondary" align="center">
          <bdi className="settings-email">{name}</bdi>
        </Text>
      )}
      <Text tone="secondary" align="center">
        Your keys are no longer in this browser’s memory. If others use this browser too, sign out instead.
      </Text>
      <Button onClick={() => void settings.open()} autoFocus>
        Unlock
      </Button>
      <Button variant="secondary" busy={isBusy ? 'Signing out…' : undefined} onClick={() => run(settings.signOut)}>
        Sign out
      </Button>
    </section>
  )
}
