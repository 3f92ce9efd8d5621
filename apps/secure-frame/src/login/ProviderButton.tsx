import type { LoginProvider } from '@latchkey/api-client'
import { t } from '@latchkey/copy/signIn'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { Button } from '@latchkey/ui'
import { ProviderIcon } from '@latchkey/ui/provider'

export type ProviderButtonProps = {
  provider: LoginProvider
  variant?: 'primary' | 'secondary'
  busy?: string | undefined
  onClick: () => void
}

/** Opens a provider; shows its logo. */
export function ProviderButton({ provider, variant = 'secondary', busy, onClick }: ProviderButtonProps) {
  return (
    <Button variant={variant} busy={busy} onClick={onClick}>
      <span className="login-provider">
        <ProviderIcon provider={provider} />
        {t('provider.continueWith', { provider: loginProviders[provider].name })}
      </span>
    </Button>
  )
}
