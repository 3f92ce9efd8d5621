import type { KnownAccount } from '@latchkey/api-client'
import { t as commonT } from '@latchkey/copy/common'
import { errorCopy } from '@latchkey/copy/error'
import { t } from '@latchkey/copy/foundAccount'
import { rich } from '@latchkey/copy/react'
import type { AppError } from '@latchkey/protocol'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { Button, Link, Notice, Stack, Text } from '@latchkey/ui'
import { type Ref, useSyncExternalStore } from 'react'
import { useOnline } from '../approvals/screen/useOnline.ts'
import { CodeForm, codeHeading, codeLead } from './CodeForm.tsx'
import type { CodeStep } from './createCodeStep.ts'
import type { FoundState, FoundStep } from './createFoundStep.ts'
import type { ProviderStep } from './createProviderStep.ts'
import { loginWords } from './loginWords.ts'
import { ProviderButton } from './ProviderButton.tsx'
import { ProviderForm } from './ProviderForm.tsx'

export type FoundFormProps = {
  step: FoundStep
  headingClass: string
  /** The element with the initial focus. */
  headingRef?: Ref<HTMLHeadingElement> | undefined
  onLeave: () => void
}

/** "You already have a wallet": prove it and link the login, or make a separate wallet. Or confirm a new account at a provider. */
export function FoundForm({ step, headingClass, headingRef, onLeave }: FoundFormProps) {
  const state = useSyncExternalStore(step.subscribe, step.state)
  const view = { step, headingClass, headingRef, onLeave }
  switch (state.kind) {
    case 'asking':
      return <Choice {...view} account={state.account} />
    case 'proving':
      return 'provider' in state.step ? (
        <AtProvider {...view} proof={state.step} />
      ) : (
        <ByCode {...view} account={state.account} proof={state.step} />
      )
    case 'confirming':
      return <Confirm {...view} state={state} />
    case 'separating':
      return <Separate {...view} state={state} />
    case 'unlinked':
      return <Unlinked {...view} state={state} />
  }
}

/** The words that depend on the login to link. `unlinked`: why it wasn't linked. */
const wordsOf = ({ linking }: FoundStep) => {
  if (linking === 'email')
    return {
      provider: '',
      lead: (names: { email: string }) => t('leadEmail', names),
      shown: (email: string) => email,
      reach: null,
      separate: t('separate.leadEmail'),
      unlinked: (error: AppError) =>
        error.name === 'LINK_MISMATCH'
          ? t('unlinked.otherEmail')
          : t('unlinked.leadEmail', { reason: errorCopy(error).title }),
    }
  const { name: provider, signedBy } = loginProviders[linking]
  return {
    provider,
    lead: (names: { email: string }) => t('lead', { ...names, provider }),
    shown: maskEmail,
    reach: signedBy === 'api' ? t('reach', { provider }) : null,
    separate: t('separate.lead', { provider }),
    unlinked: (error: AppError) => t('unlinked.lead', { provider, reason: errorCopy(error).title }),
  }
}

function Choice({
  step,
  headingClass,
  headingRef,
  onLeave,
  account: { email, providers },
}: FoundFormProps & { account: KnownAccount }) {
  const words = wordsOf(step)
  return (
    <>
      <Stack gap={2} align="center">
        <h1 ref={headingRef} className={headingClass} tabIndex={-1}>
          {t('heading')}
        </h1>
        <Text tone="secondary" align="center">
          {rich(words.lead, { email: <bdi className="login-email">{words.shown(email)}</bdi> })}
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
      {words.reach !== null && (
        <Text size="small" tone="secondary" align="center">
          {words.reach}
        </Text>
      )}
      <Text size="small" tone="secondary" align="center">
        <Link onClick={onLeave}>{commonT('cancel')}</Link>
      </Text>
    </>
  )
}

function ByCode({
  step,
  account,
  proof,
  headingClass,
  headingRef,
}: FoundFormProps & { account: KnownAccount; proof: CodeStep<unknown> }) {
  const state = useSyncExternalStore(proof.subscribe, proof.state)
  return (
    <>
      <Stack gap={2} align="center">
        <h1 ref={headingRef} className={headingClass} tabIndex={-1}>
          {codeHeading(state)}
        </h1>
        <Text tone="secondary" align="center">
          {codeLead(state, <bdi className="login-email">{maskEmail(account.email)}</bdi>)}
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

/** The full address: its owner has to recognize it, and no page can read it here. */
function Confirm({
  step,
  headingClass,
  headingRef,
  onLeave,
  state: { email, isBusy, error },
}: FoundFormProps & { state: Extract<FoundState, { kind: 'confirming' }> }) {
  const isOnline = useOnline()
  const { provider } = wordsOf(step)
  return (
    <>
      <Stack gap={2} align="center">
        <h1 ref={headingRef} className={headingClass} tabIndex={-1}>
          {t('confirm.heading', { provider })}
        </h1>
        <Text tone="secondary" align="center">
          {email === null
            ? t('confirm.noEmail', { provider })
            : rich((names) => t('confirm.lead', names), {
                email: <bdi className="login-email">{email}</bdi>,
              })}
        </Text>
      </Stack>
      {error !== null && <Notice variant="warning" title={loginWords(error, isOnline)} />}
      <Stack gap={3}>
        <Button onClick={step.confirm} busy={isBusy ? commonT('loading') : undefined}>
          {t('confirm.action')}
        </Button>
      </Stack>
      {!isBusy && (
        <Text size="small" tone="secondary" align="center">
          <Link onClick={onLeave}>{t('confirm.leave')}</Link>
        </Text>
      )}
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
          {wordsOf(step).separate}
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
          {wordsOf(step).unlinked(error)}
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

/** Masks an address so that its owner still recognizes it: "a•••@example.com". */
const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(at)}`
}
