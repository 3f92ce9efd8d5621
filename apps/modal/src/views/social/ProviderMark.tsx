import { loginProviders } from '@latchkey/protocol/loginProviders'
import { ProviderIcon } from '@latchkey/ui/provider'
import { useAtomValue } from 'jotai/react'
import { personAtom } from '../../state/person.ts'
import { SocialStyled } from './SocialStyled.tsx'

/** The icon of the user's login provider, in a line of text. */
export function ProviderMark() {
  const { provider } = useAtomValue(personAtom)
  if (provider === null) return null
  return (
    <SocialStyled as="span">
      <span part="provider-mark" role="img" aria-label={loginProviders[provider].name}>
        <ProviderIcon provider={provider} size={14} />
      </span>
    </SocialStyled>
  )
}
