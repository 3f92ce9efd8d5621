import { shortAddress } from '@latchkey/chains'
import { t } from '@latchkey/copy/risks'
import { Address } from '@latchkey/ui'
import type { RiskWords } from '../screen/RiskList.tsx'

type Words = Omit<RiskWords, 'severity'>

/** The warning for a recipient that looks like a known address, on any network. */
export const lookalikeWords = ({ address, of }: { address: string; of: string }): Words => ({
  title: t('lookalike.title'),
  text: (
    <div className="wallet-lookalike">
      <p>{t('lookalike.here')}</p>
      <Address address={address} form="full" lookalike={of} />
      <p>{t('lookalike.known')}</p>
      <Address address={of} form="full" lookalike={address} />
    </div>
  ),
})

/** The note for a recipient that the account has no history with. */
export const strangerWords = ({ address }: { address: string }): Words => ({
  title: t('stranger.title', { address: shortAddress(address) }),
  text: t('stranger.text'),
})
