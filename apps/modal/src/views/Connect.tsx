import { Button, Divider, EmptyState, Notice, Skeleton, Stack, TextField } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Fragment, useState } from 'react'
import { alertsAtom } from '../state/alerts.ts'
import { clearLoginErrorAtom, emailLoginAtom, submitEmailAtom } from '../state/emailLogin.ts'
import { lastLoginAtom } from '../state/login.ts'
import { prepareLoginAtom, reloadWalletAtom } from '../state/modal.ts'
import { isBlockedAtom, isLoginOnAtom, isSocialOnAtom } from '../state/project.ts'
import { servicesAtom } from '../state/services.ts'
import { errorWords } from '../words/errorWords.ts'
import { say } from '../words/say.ts'
import { DeveloperAlerts } from './DeveloperAlerts.tsx'
import { hasKeyboard } from './hasKeyboard.ts'
import { lazyView } from './lazyView.tsx'
import { useMethodOrder } from './useMethodOrder.ts'
import { useSecondsLeft } from './useSecondsLeft.ts'
import { WalletChoice } from './wallets/WalletChoice.tsx'

const SocialChoice = lazyView(
  async () => (await import('./social/SocialChoice.tsx')).SocialChoice,
  <Skeleton shape="button" />,
)

/** Log in or sign up: by email, with an account elsewhere, or with a wallet of one's own. */
export function Connect() {
  const alerts = useAtomValue(alertsAtom)
  const isBlocked = useAtomValue(isBlockedAtom)
  const { isUsable } = useAtomValue(servicesAtom)
  const isLoginOn = useAtomValue(isLoginOnAtom)
  const methods = useMethodOrder()
  const prepare = useSetAtom(prepareLoginAtom)
  const isWalletLost = isLoginOn && alerts.some(({ code }) => code === 'APKT003' || code === 'APKT011')
  if (methods === null) return <Skeleton shape="row" count={6} />
  const firstLogin = methods.find((method) => method !== 'wallet')
  return (
    <Stack>
      {isBlocked ? (
        <Notice variant="danger" title={say('alert.blocked')}>
          {say('alert.blockedHint')}
        </Notice>
      ) : methods.length === 0 ? (
        <EmptyState icon="mail" title={say('connect.none')} description={say('connect.noneHint')} />
      ) : (
        methods.map((method, index) => (
          <Fragment key={method}>
            {index > 0 && (method === 'wallet' || methods[index - 1] === 'wallet') && (
              <Divider label={say('connect.or')} />
            )}
            {/* The form stands where it stands: what is being typed outlives a wallet that is lost and found. */}
            {isWalletLost && method === firstLogin && <WalletLost />}
            {method === 'email' && <EmailForm isFirst={index === 0} />}
            {method === 'social' && <SocialChoice />}
            {method === 'wallet' && <WalletChoice />}
          </Fragment>
        ))
      )}
      {isBlocked && isUsable && (
        <Button variant="secondary" icon="refresh" onClick={prepare}>
          {say('tryAgain')}
        </Button>
      )}
      <DeveloperAlerts alerts={alerts} isOpen={isBlocked} />
    </Stack>
  )
}

/** Why the embedded wallet is not there. */
function WalletLost() {
  const reload = useSetAtom(reloadWalletAtom)
  return (
    <>
      <Notice variant="danger" title={say('alert.wallet')}>
        {say('alert.walletHint')}
      </Notice>
      <Button variant="secondary" icon="refresh" onClick={reload}>
        {say('connect.retryFrame')}
      </Button>
    </>
  )
}

function EmailForm({ isFirst }: { isFirst: boolean }) {
  const { email, step, error, retryAtMs } = useAtomValue(emailLoginAtom)
  const submit = useSetAtom(submitEmailAtom)
  const clearError = useSetAtom(clearLoginErrorAtom)
  const isLast = useAtomValue(lastLoginAtom) === 'email'
  const isChoice = useAtomValue(isSocialOnAtom)
  const [value, setValue] = useState(email)
  const seconds = useSecondsLeft(retryAtMs)
  const busy = step === 'sending' || step === 'opening' ? say('connect.sending') : undefined
  const isThrottled = error?.name === 'RATE_LIMITED' && retryAtMs > 0
  const words = isThrottled
    ? seconds > 0 && say('error.RATE_LIMITED', { seconds })
    : error !== null && errorWords(error)

  const change = (next: string) => {
    setValue(next)
    clearError()
  }
  return (
    <Stack gap={3}>
      <TextField
        label={say('connect.email')}
        placeholder={say('connect.placeholder')}
        value={value}
        onChange={change}
        onSubmit={() => void submit(value)}
        error={words || undefined}
        hint={say(isLast && isChoice ? 'connect.hintLast' : 'connect.hint')}
        icon="mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        autoFocus={isFirst && hasKeyboard()}
      />
      <Button onClick={() => void submit(value)} busy={busy}>
        {say('connect.submit')}
      </Button>
    </Stack>
  )
}
