import { t } from '@latchkey/copy/settings'
import { Banner, Button, Icon, Panel, Spinner, Text } from '@latchkey/ui'
import { type ReactNode, useSyncExternalStore } from 'react'
import { HashRouter, Navigate, Route, Routes } from 'react-router-dom'
import { useOnline } from '../../approvals/screen/useOnline.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { nameOf } from './createSettings.ts'
import { LoadFailure } from './LoadFailure.tsx'
import { SectionView } from './SectionView.tsx'
import type { Settings } from './Settings.ts'
import { Sidebar } from './Sidebar.tsx'
import { SignInScreen } from './SignInScreen.tsx'
import { sections } from './sections.ts'
import { useAction } from './useAction.ts'
import { VaultQuestion } from './VaultQuestion.tsx'

/** The whole page; its content depends on the session. */
export function SettingsPage({ settings }: { settings: Settings }) {
  const state = useSyncExternalStore(settings.subscribe, settings.state)
  const isOnline = useOnline()

  return (
    <Panel shape="page">
      {!isOnline && <Banner variant="warning">{t('offline')}</Banner>}
      {state.kind === 'open' ? (
        <div className="settings">
          <HashRouter>
            <Sidebar name={nameOf(state.person)} />
            <main className="settings-main">
              <VaultQuestion stage={settings.stage}>
                <Routes>
                  {sections.map(({ id }) => (
                    <Route
                      key={id}
                      path={id}
                      element={<SectionView key={id} section={id} settings={settings} person={state.person} />}
                    />
                  ))}
                  <Route path="*" element={<Navigate to={sections[0].id} replace />} />
                </Routes>
              </VaultQuestion>
            </main>
          </HashRouter>
          <ConfirmDialog stepUpPrompt={settings.stepUpPrompt} stage={settings.stage} />
        </div>
      ) : (
        <main className="settings-alone">
          <p className="settings-brand">
            <Icon name="wallet" />
            {t('brand')}
          </p>
          {state.kind === 'opening' && (
            <div className="settings-wait" role="status">
              <Spinner label="" size={28} />
              <Text>{t('opening')}</Text>
            </div>
          )}
          {state.kind === 'failed' && (
            <Alone title={t('brand')}>
              <LoadFailure title={t('notOpened')} error={state.error} onRetry={() => void settings.open()} />
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
      <h1 className="settings-title">{t('locked.title')}</h1>
      {name !== null && (
        <Text tone="secondary" align="center">
          <bdi className="settings-email">{name}</bdi>
        </Text>
      )}
      <Text tone="secondary" align="center">
        {t('locked.body')}
      </Text>
      <Button onClick={() => void settings.open()} autoFocus>
        {t('locked.unlock')}
      </Button>
      <Button variant="secondary" busy={isBusy ? t('signingOut') : undefined} onClick={() => run(settings.signOut)}>
        {t('signOut')}
      </Button>
    </section>
  )
}
