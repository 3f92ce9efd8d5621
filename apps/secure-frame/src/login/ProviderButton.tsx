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

/** The way to a provider, under its own mark. */
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
