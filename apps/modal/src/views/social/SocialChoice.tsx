import { t } from '@latchkey/copy/social'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { ProviderIcon } from '@latchkey/ui/provider'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useState } from 'react'
import type { SocialProvider } from '../../Modal.ts'
import { lastLoginAtom } from '../../state/login.ts'
import { socialsAtom } from '../../state/social/socials.ts'
import { startSocialAtom } from '../../state/social/startSocial.ts'
import { arrange, maxNamed } from './arrange.ts'
import { SocialStyled } from './SocialStyled.tsx'

/** The login providers: two of them, and the others behind one button. */
export function SocialChoice() {
  const socials = useAtomValue(socialsAtom)
  const last = useAtomValue(lastLoginAtom)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // The view that a click leads to. If its chunk fails, the view requests it again.
    import('./views.ts').catch(() => undefined)
  }, [])
  const { front, more } = arrange(socials, last)
  const form = (index: number): Form => (socials.length === 1 ? 'long' : index < maxNamed ? 'name' : 'mark')
  return (
    <SocialStyled>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div part="socials" role="group" aria-label={t('group')}>
        <div part="social-line">
          {front.map((provider, index) => (
            <SocialButton key={provider} provider={provider} form={form(index)} isLast={provider === last} />
          ))}
          {more.length > 0 && (
            <button
              type="button"
              part="tile social-more"
              aria-label={t('more')}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <More isOpen={isOpen} />
            </button>
          )}
        </div>
        {isOpen && (
          <div part="social-others">
            {more.map((provider) => (
              <SocialButton key={provider} provider={provider} form="name" isLast={false} />
            ))}
          </div>
        )}
      </div>
    </SocialStyled>
  )
}

/** A whole sentence, the name, or only the icon. */
type Form = 'long' | 'name' | 'mark'
type SocialButtonProps = { provider: SocialProvider; form: Form; isLast: boolean }

function SocialButton({ provider, form, isLast }: SocialButtonProps) {
  const start = useSetAtom(startSocialAtom)
  const name = loginProviders[provider].name
  return (
    <button
      type="button"
      part={form === 'mark' ? 'tile social social-mark' : 'tile social'}
      aria-label={t(isLast ? 'withLast' : 'with', { name })}
      onClick={() => void start(provider)}
    >
      <ProviderIcon provider={provider} />
      {form !== 'mark' && <span part="social-name">{form === 'long' ? t('with', { name }) : name}</span>}{' '}
      {isLast && <span part="social-last">{t('last')}</span>}
    </button>
  )
}

function More({ isOpen }: { isOpen: boolean }) {
  return (
    <svg part="icon" aria-hidden="true" width="20" height="20" viewBox="0 0 20 20">
      <path d={isOpen ? 'M5 12l5-5 5 5' : 'M4.5 10v.01M10 10v.01M15.5 10v.01'} />
    </svg>
  )
}
