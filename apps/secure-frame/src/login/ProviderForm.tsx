import { t as commonT } from '@latchkey/copy/common'
import { rich } from '@latchkey/copy/react'
import { t } from '@latchkey/copy/signIn'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { Announcer, Button, ButtonLink, Link, Notice, Spinner, Stack, Text } from '@latchkey/ui'
import { QrCode } from '@latchkey/ui/qr'
import { useSyncExternalStore } from 'react'
import { useOnline } from '../approvals/screen/useOnline.ts'
import type { ProviderState, ProviderStep } from './createProviderStep.ts'
import { loginWords } from './loginWords.ts'
import { NumberCard } from './NumberCard.tsx'
import { ProviderButton } from './ProviderButton.tsx'

/** Sends the user to a provider and back: shows the next step there, and errors. */
export function ProviderForm({ step }: { step: ProviderStep }) {
  const state = useSyncExternalStore(step.subscribe, step.state)
  const name = loginProviders[step.provider].name
  return (
    <>
      <Stack gap={3}>
        <Place step={step} state={state} name={name} />
      </Stack>
      <Announcer message={saidOf(state, name)} />
    </>
  )
}

/** The announcement for screen readers. */
const saidOf = (state: ProviderState, name: string): string => {
  switch (state.kind) {
    case 'away':
      return state.isBlocked ? t('provider.announce.blocked', { name }) : t('provider.announce.away', { name })
    case 'scanning':
      return t('provider.announce.scanning', { name })
    case 'finishing':
      return t('provider.announce.finishing')
    default:
      return ''
  }
}

type PlaceProps = { step: ProviderStep; state: ProviderState; name: string }

function Place({ step, state, name }: PlaceProps) {
  const isOnline = useOnline()
  switch (state.kind) {
    case 'idle':
      return <ProviderButton provider={step.provider} variant="primary" onClick={step.start} />
    case 'starting':
      return (
        <ProviderButton provider={step.provider} variant="primary" busy={commonT('loading')} onClick={step.start} />
      )
    case 'away':
      return (
        <>
          {state.isBlocked ? (
            <>
              {!step.isByLink && <Text align="center">{t('provider.blocked')}</Text>}
              <ButtonLink href={state.uri} icon="external">
                {t('provider.open', { name })}
              </ButtonLink>
            </>
          ) : (
            <Text align="center">{t('provider.away', { name })}</Text>
          )}
          <NumberCard number={state.number} label={t('provider.number')} />
          {!state.isBlocked && (
            <Text size="small" tone="secondary" align="center">
              {rich((names) => t('provider.reopen', names), {
                openAgain: <Link onClick={step.start}>{t('provider.openAgain')}</Link>,
              })}
            </Text>
          )}
        </>
      )
    case 'scanning':
      return (
        <div className="login-scan">
          <Text align="center">{t('provider.scan', { name })}</Text>
          <QrCode text={state.uri} label={t('provider.qrCode', { name })} />
          <ButtonLink href={state.uri} variant="secondary" icon="external">
            {t('provider.openHere', { name })}
          </ButtonLink>
        </div>
      )
    case 'finishing':
      return (
        <div className="login-finishing">
          <Spinner label="" size={28} />
          <Text align="center">{t('provider.finishing')}</Text>
        </div>
      )
    case 'failed':
      return (
        <>
          <Notice variant="warning" title={loginWords(state.error, isOnline)} />
          <Button onClick={step.start}>{commonT('tryAgain')}</Button>
        </>
      )
  }
}
