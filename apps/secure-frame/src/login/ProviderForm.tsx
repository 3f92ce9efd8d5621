import { loginProviders } from '@latchkey/protocol/loginProviders'
import { Announcer, Button, ButtonLink, Link, Notice, Spinner, Stack, Text } from '@latchkey/ui'
import { QrCode } from '@latchkey/ui/qr'
import { useSyncExternalStore } from 'react'
import { useOnline } from '../approvals/screen/useOnline.ts'
import type { ProviderState, ProviderStep } from './createProviderStep.ts'
import { loginWords } from './loginWords.ts'
import { NumberCard } from './NumberCard.tsx'
import { ProviderButton } from './ProviderButton.tsx'

/** The way to a provider and back: what to do there, and what went wrong. */
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

/** What those hear who do not see the screen. */
const saidOf = (state: ProviderState, name: string): string => {
  switch (state.kind) {
    case 'away':
      return state.isBlocked ? `Open ${name} with the link` : `Sign in to ${name} in the window that has opened`
    case 'scanning':
      return `Sign with your ${name} app`
    case 'finishing':
      return 'You signed in. One moment'
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
      return <ProviderButton provider={step.provider} variant="primary" busy="One moment…" onClick={step.start} />
    case 'away':
      return (
        <>
          {state.isBlocked ? (
            <>
              <Text align="center">The browser has blocked the window. Open it with this link.</Text>
              <ButtonLink href={state.uri} icon="external">
                Open {name}
              </ButtonLink>
            </>
          ) : (
            <Text align="center">Sign in to {name} in the window that has opened. You go on here by itself.</Text>
          )}
          <NumberCard number={state.number} label="The number, if you are asked there" />
          {!state.isBlocked && (
            <Text size="small" tone="secondary" align="center">
              No window, or closed? <Link onClick={step.start}>Open it again</Link>
            </Text>
          )}
        </>
      )
    case 'scanning':
      return (
        <div className="login-scan">
          <Text align="center">Scan this with your phone and sign with your {name} app.</Text>
          <QrCode text={state.uri} label={`Code that opens ${name}`} />
          <ButtonLink href={state.uri} variant="secondary" icon="external">
            Open {name} on this device
          </ButtonLink>
        </div>
      )
    case 'finishing':
      return (
        <div className="login-finishing">
          <Spinner label="" size={28} />
          <Text align="center">You signed in. One moment…</Text>
        </div>
      )
    case 'failed':
      return (
        <>
          <Notice variant="warning" title={loginWords(state.error, isOnline)} />
          <Button onClick={step.start}>Try again</Button>
        </>
      )
  }
}
