import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/connect'
import { Button, Divider, EmptyState, Notice, Skeleton, Stack, TextField } from '@latchkey/ui'
import { useAtomValue, useSetAtom, useStore } from 'jotai/react'
import { Fragment, useState } from 'react'
import type { ConnectMethod } from '../Modal.ts'
import { methodOrder } from '../options/methodOrder.ts'
import { useErrorCopy } from '../parts/useErrorCopy.ts'
import { useFieldError } from '../parts/useFieldError.ts'
import { servicesAtom } from '../services.ts'
import { alertsAtom, hasAlert } from '../state/alerts.ts'
import { connectorsAtom } from '../state/connectors.ts'
import { clearLoginErrorAtom, emailLoginAtom, submitEmailAtom } from '../state/emailLogin.ts'
import { lastLoginAtom } from '../state/login.ts'
import { prepareLoginAtom, reloadWalletAtom } from '../state/modal.ts'
import { isBlockedAtom, isEmailOnAtom, isLoginOnAtom, isSocialOnAtom, isWalletOnAtom } from '../state/project.ts'
import { hasKeyboard } from '../ui/hasKeyboard.ts'
import { DeveloperAlerts } from './DeveloperAlerts.tsx'
import { lazyView } from './lazyView.tsx'
import { WalletChoice } from './wallets/WalletChoice.tsx'

const SocialChoice = lazyView(
  async () => (await import('./social/SocialChoice.tsx')).SocialChoice,
  <Skeleton shape="button" />,
)

/** Sign in or sign up: by email, with a login provider, or with an external wallet. */
export function Connect() {
  const alerts = useAtomValue(alertsAtom)
  const isBlocked = useAtomValue(isBlockedAtom)
  const { isUsable } = useAtomValue(servicesAtom)
  const isLoginOn = useAtomValue(isLoginOnAtom)
  const methods = useMethodOrder()
  const prepare = useSetAtom(prepareLoginAtom)
  const isWalletLost = isLoginOn && hasAlert(alerts, 'APKT003', 'APKT011')
  const firstLogin = methods.find((method) => method !== 'wallet')
  return (
    <Stack>
      {isBlocked ? (
        <Notice variant="danger" title={t('blocked')}>
          {t('blockedHint')}
        </Notice>
      ) : methods.length === 0 ? (
        <EmptyState icon="mail" title={t('none')} description={t('noneHint')} />
      ) : (
        methods.map((method, index) => (
          <Fragment key={method}>
            {index > 0 && (method === 'wallet' || methods[index - 1] === 'wallet') && <Divider label={t('or')} />}
            {/* The form isn't remounted: typed text survives when a wallet is lost and found again. */}
            {isWalletLost && method === firstLogin && <WalletLost />}
            {method === 'email' && <EmailForm isFirst={index === 0} />}
            {method === 'social' && <SocialChoice />}
            {method === 'wallet' && <WalletChoice />}
          </Fragment>
        ))
      )}
      {isBlocked && isUsable && (
        <Button variant="secondary" icon="refresh" onClick={prepare}>
          {commonT('tryAgain')}
        </Button>
      )}
      <DeveloperAlerts />
    </Stack>
  )
}

const walletLost = { name: 'FRAME_LOAD_FAILED', details: {} } as const

/** Shows why the embedded wallet isn't available. */
function WalletLost() {
  const reload = useSetAtom(reloadWalletAtom)
  const words = useErrorCopy(walletLost)
  return (
    <>
      {words !== null && (
        <Notice variant="danger" title={words.title}>
          {t('walletLostHint', { advice: words.body })}
        </Notice>
      )}
      <Button variant="secondary" icon="refresh" onClick={reload}>
        {t('retryFrame')}
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
  const message = useFieldError(error, retryAtMs)
  const busy = step === 'sending' || step === 'opening' ? commonT('loading') : undefined
  const change = (next: string) => {
    setValue(next)
    clearError()
  }
  return (
    <Stack gap={3}>
      <TextField
        label={t('email')}
        placeholder={t('placeholder')}
        value={value}
        onChange={change}
        onSubmit={() => void submit(value)}
        error={message}
        hint={t(isLast && isChoice ? 'hintLast' : 'hint')}
        icon="mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        autoFocus={isFirst && hasKeyboard()}
      />
      <Button onClick={() => void submit(value)} busy={busy}>
        {commonT('continue')}
      </Button>
    </Stack>
  )
}

/** Returns the enabled methods, in order (`methodOrder`). Wallets found later don't move existing entries. */
const useMethodOrder = (): readonly ConnectMethod[] => {
  const store = useStore()
  const { settings, isWalletInPage } = useAtomValue(servicesAtom)
  const isOn: Record<ConnectMethod, boolean> = {
    email: useAtomValue(isEmailOnAtom),
    social: useAtomValue(isSocialOnAtom),
    wallet: useAtomValue(isWalletOnAtom),
  }
  const [isInstalled] = useState(() => {
    const isKnown = store.get(connectorsAtom).some(({ type }) => type === 'announced' || type === 'injected')
    return isKnown || (isOn.wallet && isWalletInPage())
  })
  return methodOrder(settings.features?.connectMethodsOrder, isInstalled, isOn)
}
