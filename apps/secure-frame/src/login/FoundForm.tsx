import { t as commonT } from '@latchkey/copy/common'
import { errorCopy } from '@latchkey/copy/error'
import { t } from '@latchkey/copy/foundAccount'
import { rich } from '@latchkey/copy/react'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { Button, Link, Notice, Stack, Text } from '@latchkey/ui'
import { type Ref, useSyncExternalStore } from 'react'
import { useOnline } from '../approvals/screen/useOnline.ts'
import { CodeForm, codeHeading, codeLead } from './CodeForm.tsx'
import type { CodeStep } from './createCodeStep.ts'
import type { FoundState, FoundStep } from './createFoundStep.ts'
import type { ProviderStep } from './createProviderStep.ts'
import { loginWords } from './loginWords.ts'
import { maskEmail } from './maskEmail.ts'
import { ProviderButton } from './ProviderButton.tsx'
import { ProviderForm } from './ProviderForm.tsx'

export type FoundFormProps = {
  step: FoundStep
  headingClass: string
  /** Where the focus starts. */
  headingRef?: Ref<HTMLHeadingElement> | undefined
  onLeave: () => void
}

/** "You already have a wallet": prove it and link the login, or make a separate wallet. */
export function FoundForm({ step, headingClass, headingRef, onLeave }: FoundFormProps) {
  const state = useSyncExternalStore(step.subscribe, step.state)
  const view = { step, headingClass, headingRef, onLeave }
  switch (state.kind) {
    case 'asking':
      return <Choice {...view} />
    case 'proving':
      return 'provider' in state.step ? (
        <AtProvider {...view} proof={state.step} />
      ) : (
        <ByCode {...view} proof={state.step} />
      )
    case 'separating':
      return <Separate {...view} state={state} />
    case 'unlinked':
      return <Unlinked {...view} state={state} />
  }
}

const nameOf = ({ linking }: FoundStep): string => loginProviders[linking].name

function Choice({ step, headingClass, headingRef, onLeave }: FoundFormProps) {
  const { email, providers } = step
  const provider = nameOf(step)
  return (
    <>
      <Stack gap={2} align="center">
        <h1 ref={headingRef} className={headingClass} tabIndex={-1}>
          {t('heading')}
        </h1>
        <Text tone="secondary" align="center">
          {rich((names) => t('lead', { ...names, provider }), {
            email: <bdi className="login-email">{maskEmail(email)}</bdi>,
          })}
        </Text>
      </Stack>
      <Stack gap={3}>
        {providers.length === 0 ? (
          <Button onClick={() => step.prove()}>{t('mailCode')}</Button>
        ) : (
          providers.map((own) => (
            <ProviderButton key={own} provider={own} variant="primary" onClick={() => step.prove(own)} />
          ))
        )}
        <Button variant="secondary" onClick={step.separate}>
          {t('separate.action')}
        </Button>
      </Stack>
      {loginProviders[step.linking].signedBy === 'api' && (
        <Text size="small" tone="secondary" align="center">
          {t('reach', { provider })}
        </Text>
      )}
      <Text size="small" tone="secondary" align="center">
        <Link onClick={onLeave}>{commonT('cancel')}</Link>
      </Text>
    </>
  )
}

function ByCode({ step, proof, headingClass, headingRef }: FoundFormProps & { proof: CodeStep<unknown> }) {
  const state = useSyncExternalStore(proof.subscribe, proof.state)
  return (
    <>
      <Stack gap={2} align="center">
        <h1 ref={headingRef} className={headingClass} tabIndex={-1}>
          {codeHeading(state)}
        </h1>
        <Text tone="secondary" align="center">
          {codeLead(state, <bdi className="login-email">{maskEmail(step.email)}</bdi>)}
        </Text>
      </Stack>
      <CodeForm step={proof} />
      <Back step={step} isBusy={state.busy === 'checking' || state.busy === 'opening'} />
    </>
  )
}

function AtProvider({ step, proof, headingClass, headingRef }: FoundFormProps & { proof: ProviderStep<unknown> }) {
  return (
    <>
      <h1 ref={headingRef} className={headingClass} tabIndex={-1}>
        {t('atProvider', { provider: loginProviders[proof.provider].name })}
      </h1>
      <ProviderForm step={proof} />
      <Back step={step} isBusy={false} />
    </>
  )
}

function Separate({
  step,
  headingClass,
  headingRef,
  state: { isBusy, error },
}: FoundFormProps & { state: Extract<FoundState, { kind: 'separating' }> }) {
  const isOnline = useOnline()
  return (
    <>
      <Stack gap={2} align="center">
        <h1 ref={headingRef} className={headingClass} tabIndex={-1}>
          {t('separate.heading')}
        </h1>
        <Text tone="secondary" align="center">
          {t('separate.lead', { provider: nameOf(step) })}
        </Text>
      </Stack>
      {error !== null && <Notice variant="warning" title={loginWords(error, isOnline)} />}
      <Stack gap={3}>
        <Button onClick={step.separate} busy={isBusy ? commonT('loading') : undefined}>
          {t('separate.action')}
        </Button>
      </Stack>
      <Back step={step} isBusy={isBusy} />
    </>
  )
}

function Unlinked({
  step,
  headingClass,
  headingRef,
  state: { error },
}: FoundFormProps & { state: Extract<FoundState, { kind: 'unlinked' }> }) {
  return (
    <>
      <Stack gap={2} align="center">
        <h1 ref={headingRef} className={headingClass} tabIndex={-1}>
          {t('unlinked.heading')}
        </h1>
        <Text tone="secondary" align="center">
          {t('unlinked.lead', { provider: nameOf(step), reason: errorCopy(error).title })}
        </Text>
      </Stack>
      <Stack gap={3}>
        <Button onClick={step.goOn}>{commonT('continue')}</Button>
      </Stack>
    </>
  )
}

function Back({ step, isBusy }: { step: FoundStep; isBusy: boolean }) {
  return isBusy ? null : (
    <Text size="small" tone="secondary" align="center">
      <Link onClick={step.back}>{commonT('back')}</Link>
    </Text>
  )
}
