import { LegalFooter, Link } from '@latchkey/ui'
import { useAtomValue } from 'jotai/react'
import type { ViewName } from '../Modal.ts'
import { servicesAtom } from '../state/services.ts'
import { say } from '../words/say.ts'
import { sayWith } from './sayWith.tsx'

/** The small print: the law under Connect, a word about networks under Networks. */
export function ViewFooter({ view }: { view: ViewName }) {
  const { termsUrl, privacyUrl } = useAtomValue(servicesAtom).settings
  if (view === 'Networks') return <LegalFooter>{say('networks.footer')}</LegalFooter>
  if (view !== 'Connect' || (termsUrl ?? privacyUrl) === undefined) return null
  const terms = termsUrl !== undefined && <Link href={termsUrl}>{say('legal.terms')}</Link>
  const privacy = privacyUrl !== undefined && <Link href={privacyUrl}>{say('legal.privacy')}</Link>
  return (
    <LegalFooter>
      {terms && privacy
        ? sayWith('legal.both', { terms, privacy })
        : sayWith('legal.one', { document: terms || privacy })}
    </LegalFooter>
  )
}
