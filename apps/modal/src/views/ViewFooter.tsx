import { LegalFooter, Link } from '@latchkey/ui'
import { useAtomValue } from 'jotai/react'
import type { ViewName } from '../Modal.ts'
import { heldAtom, inUse } from '../state/held.ts'
import { activeNamespaceAtom, namespacesAtom } from '../state/networks.ts'
import { servicesAtom } from '../state/services.ts'
import { en } from '../words/en.ts'
import { say } from '../words/say.ts'
import { sayWith } from './sayWith.tsx'

const legalViews: readonly ViewName[] = ['Connect', 'ConnectWallets']

/** The small print: the law where somebody connects, a word about networks under Networks. */
export function ViewFooter({ view }: { view: ViewName }) {
  const { termsUrl, privacyUrl } = useAtomValue(servicesAtom).settings
  const isOneNamespace = useAtomValue(namespacesAtom).length === 1
  const kind = inUse(useAtomValue(heldAtom), useAtomValue(activeNamespaceAtom))?.session.kinds?.type
  // A smart account is not on every network, and on some has another address.
  if (view === 'Networks')
    return isOneNamespace && kind !== 'smartAccount' ? <LegalFooter>{say('networks.footer')}</LegalFooter> : null
  if (!legalViews.includes(view) || (termsUrl ?? privacyUrl) === undefined) return null
  const terms = termsUrl !== undefined && <Link href={termsUrl}>{say('legal.terms')}</Link>
  const privacy = privacyUrl !== undefined && <Link href={privacyUrl}>{say('legal.privacy')}</Link>
  return (
    <LegalFooter>
      {terms && privacy
        ? sayWith(en['legal.both'], { terms, privacy })
        : sayWith(en['legal.one'], { document: terms || privacy })}
    </LegalFooter>
  )
}
